"""How Sphinx makes the documentation: ``make docs``."""

import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "whichmetric"
author = "The whichmetric authors"
copyright = author  # noqa: A001 - Sphinx calls it so
release = version = installed("whichmetric")

extensions = [
    "myst_parser",
    "sphinx.ext.napoleon",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx-mathjax-offline",  # else formulas would be set by a script from elsewhere
    "checking_tests",
    "json_interface",
    "rooms",
]
exclude_patterns = ["_ext"]
nitpicky = True
# Types in signatures that have no page here: of other libraries, and of modules inside a room.
nitpick_ignore_regex = [
    ("py:(class|obj)", r"(?!whichmetric\.).*"),
    ("py:class", r"whichmetric(\.\w+){3,}"),
]

myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 4

smartquotes = False  # strings of Python stay as they are typed
default_role = "code"  # docstrings put arguments and names between single backticks
autodoc_member_order = "bysource"
autodoc_type_aliases = {
    "ArrayLike": "array_like",
    "FloatArray": "ndarray",
    "SingleArray": "ndarray",
}
napoleon_google_docstring = False
napoleon_use_param = False  # arguments that are described together stay together
napoleon_use_rtype = False
napoleon_custom_sections = [
    ("Obligations", "params_style"),
    ("Obligations of a subclass", "params_style"),
    "Differences from the paper",
    "Bibliography",
]
python_maximum_signature_line_length = 88
python_trailing_comma_in_multi_line_signatures = False
toc_object_entries_show_parents = "hide"

html_theme = "pydata_sphinx_theme"
html_title = "whichmetric"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["pictures.js"]
html_show_sourcelink = False
html_copy_source = False
html_show_search_summary = False  # pages that are opened as files cannot fetch each other
html_sidebars = {"contributing": [], "changelog": []}
html_theme_options = {
    "navbar_align": "left",  # beside the name, so that all of it fits into one line at 980 pixels
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}

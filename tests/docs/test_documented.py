"""Nothing public is undocumented: names, commands, options, pages, settings, extras."""

import re
import tomllib
import zlib
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
import typer.main

import whichmetric as wm
from whichmetric.cli import app
from whichmetric.elicitation.run import _ELICITORS, _options_of
from whichmetric.studies import Checks, MemoryStore, StudySpecification, Wording
from whichmetric.web import Settings
from whichmetric.web.app import create_inner_app

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "whichmetric"
REFERENCE = ROOT / "docs" / "reference"
WITHOUT_NAMES = {"arguments", "cli", "extras", "paper", "realisation"}
"""Rooms whose names are for other rooms alone, or for the command line."""
ROOMS = sorted(
    {path.stem for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py"}
    - {"__init__", "__main__", "__pycache__"}
    - WITHOUT_NAMES
)
COMMANDS = typer.main.get_group(app).commands


def page(name: str) -> str:
    """Return the text of a page of the reference."""
    return (REFERENCE / name).read_text(encoding="utf-8")


def section(text: str, title: str) -> str:
    """Return what stands under a heading."""
    return re.split(r"^## ", text.partition(f"## {title}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def named_first(text: str) -> set[str]:
    """Return all that is set as code in the first cells of the tables of a text."""
    cells = re.findall(r"^\| (`[^|]+`) \|", text, flags=re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


@pytest.fixture(scope="module")
def documented(site):
    """Return the full names of all Python objects of the site."""
    *_, listed = (site.folder / "objects.inv").read_bytes().split(b"\n", maxsplit=4)
    lines = zlib.decompress(listed).decode().splitlines()
    return {name for name, kind, *_ in map(str.split, lines) if kind.startswith("py:")}


@pytest.mark.xdist_group("site")
def test_every_name_of_the_package_is_documented(documented):
    """What ``import whichmetric`` offers has an entry, under that name."""
    missing = [name for name in wm.__all__ if f"whichmetric.{name}" not in documented]
    assert not missing


@pytest.mark.xdist_group("site")
@pytest.mark.parametrize("room", ROOMS)
def test_every_name_of_a_room_is_documented(room, documented):
    """What a room offers has an entry, under the package's name or the room's."""
    names = import_module(f"whichmetric.{room}").__all__
    known = {name.removeprefix("whichmetric.").removeprefix(f"{room}.") for name in documented}
    assert not set(names) - known


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_documented(name):
    """The section of a command has each of its arguments and options."""
    text = section(page("commands.md"), name)
    for given in COMMANDS[name].params:
        spellings = [*given.opts, *given.secondary_opts]
        if given.param_type_name == "argument":
            spellings = [given.metavar or given.name.upper()]
        for spelling in spellings:
            assert re.search(rf"(?<![\w-]){re.escape(spelling)}(?![\w-])", text), spelling


def test_every_page_of_the_web_application_is_documented():
    """The page of addresses has each address that is no operation of the JSON interface."""
    routes = create_inner_app(MemoryStore(), Settings()).routes
    addresses = {route.path for route in routes if not route.path.startswith("/api/")}

    def without_names(paths: set[str]) -> set[str]:
        return {re.sub(r"\{\w+\}", "{}", path) for path in paths}

    assert without_names(named_first(page("pages.md"))) == without_names(addresses)


def test_every_variable_of_the_environment_is_documented():
    """The variables are those that commands read."""
    read = {
        given.envvar
        for command in COMMANDS.values()
        for given in command.params
        if given.envvar is not None
    }
    assert named_first(section(page("settings.md"), "Environment")) == read


def test_every_setting_of_the_server_is_documented():
    """The settings of the application and the options of its command are there, and no others."""
    shown = named_first(section(page("settings.md"), "The server"))
    settings = {field.name for field in fields(Settings)}
    options = {name for name in shown if name.startswith("--")}
    assert shown - options == settings
    known = {
        spelling
        for given in COMMANDS["serve"].params
        for spelling in (*given.opts, *given.secondary_opts)
    }
    text = section(page("settings.md"), "The server")
    assert options <= known
    assert all(f"`{spelling}`" in text for spelling in known if spelling.startswith("--"))


@pytest.mark.parametrize(
    ("title", "known"),
    [
        ("A study", {field.name for field in fields(StudySpecification) if field.init}),
        ("An elicitation", set().union(*(_options_of(kind) for kind in _ELICITORS.values()))),
        ("Checks", set(Checks.names())),
        ("Words", {field.name for field in fields(Wording)}),
    ],
)
def test_every_option_of_a_study_is_documented(title, known):
    """The options are those that the code takes, and no others."""
    assert named_first(section(page("settings.md"), title)) == known


def test_every_extra_is_documented():
    """Each extra is there with the packages that it installs."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = config["project"]["optional-dependencies"]
    text = page("extras.md")
    assert named_first(text) == set(extras)
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", text, flags=re.MULTILINE))
    for extra, requirements in extras.items():
        if extra != "dev":  # whose tools are named where they are used
            packages = {re.match(r"[\w-]+", requirement)[0] for requirement in requirements}
            assert set(rows[extra].split(", ")) == packages


def test_every_target_of_make_is_documented():
    """Each target that ``make help`` lists is told of in CONTRIBUTING.md or on a page."""
    rules = (ROOT / "Makefile").read_text(encoding="utf-8")
    pages = (ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
    told = "".join(path.read_text(encoding="utf-8") for path in pages)
    targets = re.findall(r"^([a-z-]+):.*## ", rules, flags=re.MULTILINE)
    assert "test" in targets
    assert not [name for name in targets if not re.search(rf"\bmake {name}(?![\w-])", told)]

"""Several experts together as a page shows them.

`templates/parts/together.html` draws it.
"""

from __future__ import annotations

from typing import NamedTuple

from whichmetric.decisions.panel_words import PanelTexts, panel_texts
from whichmetric.reports.several_experts import NOT_POOLED, SeveralExperts
from whichmetric.reports.study_text import missed_text

__all__ = ["TogetherView", "together_view"]


class TogetherView(NamedTuple):
    """What several experts say, as a page puts it: sentences, in groups.

    Parameters
    ----------
    middle, experts, disagreements, agreed, outlook : tuple of str
    """

    middle: tuple[str, ...]
    experts: tuple[str, ...]
    disagreements: tuple[str, ...]
    agreed: tuple[str, ...]
    outlook: tuple[str, ...]


def together_view(found: SeveralExperts) -> TogetherView:
    """All that `SeveralExperts.texts` says, in groups; what is said of one expert in one piece."""
    agreed = found.compromise
    if found.panel is None:
        pooled = PanelTexts(middle=(NOT_POOLED,))
        names: tuple[str, ...] = ()
    else:
        pooled = panel_texts(found.panel, missed_text(found.wording))
        names = tuple(expert.name for expert in found.panel.heard)
    own = (
        {}
        if agreed is None
        else dict(zip((v.name for v in agreed.views), found.view_texts, strict=True))
    )
    said = dict(zip(names, pooled.experts, strict=True))
    one_by_one = tuple(
        " ".join(filter(None, (said.get(name), own.get(name)))) for name in said | own
    )
    return TogetherView(
        middle=pooled.middle,
        experts=(*one_by_one, *pooled.unheard),
        disagreements=pooled.disagreements,
        agreed=found.compromise_texts,
        outlook=pooled.outlook,
    )

"""Several experts together as a page shows them.

`templates/parts/together.html` draws it.
"""

from __future__ import annotations

from typing import NamedTuple

from whichmetric.decisions.panel_words import PanelTexts, panel_texts
from whichmetric.reports.several_experts import COUNT_ALL, Extent, SeveralExperts
from whichmetric.reports.study_text import missed_text

__all__ = ["TogetherView", "together_view"]


class TogetherView(NamedTuple):
    """What several experts say, as a page puts it: sentences, in groups.

    Parameters
    ----------
    extent : {"all", "some", "one", "nobody"}
        Who is counted, of all who have answered.
    middle, experts, disagreements, agreed, outlook : tuple of str
    left_out : tuple of str
        Who is not counted and why; a link of the page counts them.
    can_count_all : bool
        Whether somebody is left out who could be counted.
    doubted : tuple of str
        Who is counted since everyone was to be, although the answers are not to be used.
    misfits : tuple of str
        Whose answers speak against the study's family.
    """

    extent: Extent
    middle: tuple[str, ...]
    experts: tuple[str, ...]
    disagreements: tuple[str, ...]
    agreed: tuple[str, ...]
    outlook: tuple[str, ...]
    left_out: tuple[str, ...]
    can_count_all: bool
    doubted: tuple[str, ...]
    misfits: tuple[str, ...]


def together_view(found: SeveralExperts) -> TogetherView:
    """All that `SeveralExperts.texts` says, in groups; what is said of one expert in one piece."""
    agreed, left_out = found.compromise, found.left_out_texts
    if found.panel is None:
        pooled = PanelTexts(middle=found.panel_texts[:1])
        names: tuple[str, ...] = ()
    else:
        pooled = panel_texts(found.panel, missed_text(found.wording))
        names = tuple(expert.name for expert in found.panel.heard)
    told = found.view_texts
    views = () if agreed is None or not told else (view.name for view in agreed.views)
    own = dict(zip(views, told, strict=True))
    said = dict(zip(names, pooled.experts, strict=True))
    one_by_one = tuple(
        " ".join(filter(None, (said.get(name), own.get(name)))) for name in said | own
    )
    said_before = (*left_out, *pooled.middle, *found.misfit_texts)
    return TogetherView(
        extent=found.extent,
        middle=pooled.middle,
        experts=(*one_by_one, *pooled.unheard),
        disagreements=pooled.disagreements,
        agreed=tuple(text for text in found.compromise_texts if text not in said_before),
        outlook=pooled.outlook,
        left_out=tuple(text for text in left_out if text != COUNT_ALL),
        can_count_all=COUNT_ALL in left_out,
        doubted=found.everyone_texts if found.doubted else (),
        misfits=found.misfit_texts,
    )

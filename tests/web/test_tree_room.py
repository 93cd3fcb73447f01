"""Numbers stand inside their boxes in a real browser, however rare the condition is."""

import pytest
from tests.web.expert_page import choose, is_done, is_saved

pytestmark = pytest.mark.xdist_group("browser")

ROOM = """() => {
    const inside = (text, box, pad) => {
        const a = text.getBBox(), b = box.getBBox();
        return a.x - b.x >= pad && b.x + b.width - (a.x + a.width) >= pad;
    };
    const spills = [];
    for (const leaf of document.querySelectorAll("svg.tree .leaf")) {
        for (const text of leaf.querySelectorAll("text")) {
            const badge = text.matches(".badge-words");
            if (!inside(text, leaf.querySelector(badge ? ".badge" : ".box"), badge ? 5 : 2)) {
                spills.push(text.textContent);
            }
        }
    }
    for (const tree of document.querySelectorAll("svg.tree")) {
        const {width, height} = tree.viewBox.baseVal;
        for (const text of tree.querySelectorAll("text")) {
            const at = text.getBBox();
            if (at.x < 0 || at.x + at.width > width || at.y + at.height > height) {
                spills.push(text.textContent);
            }
        }
    }
    return [spills, document.querySelectorAll("svg.tree .leaf text").length];
}"""


def stands_inside(page):
    """Every number and badge of the trees that are shown."""
    spills, texts = page.evaluate(ROOM)
    assert spills == []
    assert texts >= 24


@pytest.mark.parametrize(
    ("prevalence", "out_of"), [(0.08, 1_000), (0.025, 10_000), (0.001, 100_000), (0.975, 10_000)]
)
@pytest.mark.parametrize("width", [1200, 360])
def test_numbers_and_badges_stand_inside_their_boxes(browser, live, prevalence, out_of, width):
    """Practice and questions, wide and on a phone: no glyph is cut off or touches an edge."""
    study = live.study(f"room-{out_of}-{prevalence}-{width}", questions=3, prevalence=prevalence)
    assert study.specification.out_of == out_of
    link = live.link(study)
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    for path in ("practice", "practice?turn=1"):
        page.goto(f"{link}/{path}")
        stands_inside(page)
    page.goto(f"{link}/question")
    for number in (1, 2, 3):
        stands_inside(page)
        choose(page, "Choose A")
        is_saved(page, number) if number < 3 else is_done(page)
    context.close()

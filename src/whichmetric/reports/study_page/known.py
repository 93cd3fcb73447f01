"""Values of a report with their places in it, so that a page says where each comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from whichmetric.reports.study_page.elements import Markup, element, joined

__all__ = ["Known"]


@dataclass(frozen=True)
class Known:
    """A value of a report and its place, such as ``experts.0.guess``.

    What a page shows of it has that place in ``data-key``, and numbers have themselves to the last
    digit in ``value``: whoever reads the page by a program finds the JSON's own numbers.

    Parameters
    ----------
    value : object
        As in JSON.
    place : str

    Examples
    --------
    >>> ratio = Known({"experts": [{"guess": 2.75}]})["experts"][0]["guess"]
    >>> ratio.number("{:.1f}".format)
    '<data value="2.75" data-key="experts.0.guess">2.8</data>'
    >>> ratio.text()
    '<span data-key="experts.0.guess">2.75</span>'
    """

    value: Any
    place: str = ""

    def __getitem__(self, key: str | int) -> Known:
        return Known(self.value[key], f"{self.place}.{key}" if self.place else str(key))

    def __iter__(self) -> Iterator[Known]:
        return (self[place] for place in range(len(self.value)))

    def __bool__(self) -> bool:
        """Whether there is anything: not None, and not empty."""
        return self.value is not None and self.value not in ([], "", {})

    def text(self, name: str = "span") -> Markup:
        """A text, word by word."""
        return element(name, str(self.value), data_key=self.place)

    def paragraphs(self, said: Sequence[str] = ()) -> Markup:
        """A paragraph for each text of a list, but for those that were said before."""
        return joined((text.text("p") for text in self if text.value not in said), "\n")

    def number(self, form: Callable[[Any], str], unknown: str = "–") -> Markup:
        """A number as `form` writes it; `unknown` where it is None."""
        if self.value is None:
            return element("span", unknown, data_key=self.place)
        exact = repr(self.value)
        return element("data", form(self.value), value=exact, data_key=self.place)

    def interval(
        self, form: Callable[[Any], str], upper: Callable[[Any], str] | None = None
    ) -> Markup:
        """The ends of an interval, the second as `upper` writes it; one that is None is open."""
        if self.value is None:
            return element("span", "–", data_key=self.place)
        low, high = self
        return joined((low.number(form, "∞"), " to ", high.number(upper or form, "∞")))

"""What whoever runs the application decides."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from whichmetric.errors import InvalidInputError

__all__ = ["LOOPBACK", "SHORTEST_TOKEN", "Settings", "is_loopback"]

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
SHORTEST_TOKEN = 16
"""Characters of the owner's token."""
FEWEST_CHARACTERS = 8
"""Different ones among them."""
MEGABYTE = 2**20


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How the application is reached, and by whom.

    Parameters
    ----------
    address : str
        Where browsers find it, without a path: links are made from it.
    owner_token : str or None
        What owners show; None lets everybody who reaches the application own it, which is for the
        loopback address only.
    hosts : frozenset of str
        Names, beside that of `address` and those of the machine itself, by which it may be called.
    largest_upload : int
        Bytes.
    scores : tuple of str
        Files, folders and patterns that are offered as data for new studies.
    secret : str
        Forms of owners are signed with it; another one for each process unless given.
    """

    address: str = "http://127.0.0.1:8000"
    owner_token: str | None = None
    hosts: frozenset[str] = frozenset()
    largest_upload: int = 200 * MEGABYTE
    scores: tuple[str, ...] = ()
    secret: str = field(default_factory=secrets.token_urlsafe, repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/"):
            raise InvalidInputError(
                f"address={self.address!r} is no address of a server, or has a path: give one like "
                "https://metrics.example.org."
            )
        object.__setattr__(self, "address", f"{parts.scheme}://{parts.netloc}")
        if self.owner_token is None:
            if not is_loopback(self.host):
                raise InvalidInputError(
                    f"The address {self.address} can be reached by others, and nobody but the "
                    "owner may see all answers: set an owner token, by the variable "
                    "WHICHMETRIC_OWNER_TOKEN or by owner_token."
                )
        elif (
            len(self.owner_token) < SHORTEST_TOKEN
            or len(set(self.owner_token)) < FEWEST_CHARACTERS
            or not self.owner_token.isprintable()
            or self.owner_token != self.owner_token.strip()
        ):
            raise InvalidInputError(
                "The owner token is too easy to guess or begins or ends with a space: give at "
                f"least {SHORTEST_TOKEN} characters, {FEWEST_CHARACTERS} of them different, "
                'for example what python -c "import secrets; print(secrets.token_urlsafe())" says.'
            )

    @property
    def host(self) -> str:
        """The name in the address."""
        return urlsplit(self.address).hostname or ""

    @property
    def is_encrypted(self) -> bool:
        """Whether browsers come by https."""
        return self.address.startswith("https:")

    @property
    def known_hosts(self) -> frozenset[str]:
        """All names by which the application may be called."""
        return LOOPBACK | self.hosts | {self.host}


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host.

    Examples
    --------
    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, False)
    """
    return host in LOOPBACK or (host.startswith("127.") and host.replace(".", "").isdigit())

"""A file that a form or a program sends, taken after it is known who sends it.

The framework would read a body before it asks whose it is; here nobody else's file reaches the
disk.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from fastapi import HTTPException, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import ClientDisconnect

from whichmetric.errors import InvalidInputError
from whichmetric.web.texts import say
from whichmetric.web.uploads import Data, Uploads

__all__ = ["SentFile", "sent_file"]

FIELDS = 4


@dataclass(frozen=True)
class SentFile:
    """A file that has arrived."""

    file: UploadFile

    async def kept_in(self, uploads: Uploads) -> Data:
        """Keep it; refused where it is no table."""
        return await run_in_threadpool(uploads.keep, self.file.filename or "", self.file.file)


@asynccontextmanager
async def sent_file(request: Request) -> AsyncIterator[SentFile]:
    """The file of a multipart body, gone at the end of the block.

    Raises
    ------
    InvalidInputError
        Where there is no file in it.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise HTTPException(415, say("failures.multipart"))
    try:
        form = await request.form(max_files=1, max_fields=FIELDS)
    except ClientDisconnect:
        raise HTTPException(400) from None
    try:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise InvalidInputError(say("failures.no_file"))
        yield SentFile(file)
    finally:
        await form.close()

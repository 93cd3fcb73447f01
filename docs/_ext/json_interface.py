"""The directive ``json-interface``: every operation and every body, from the OpenAPI document."""

import json
from collections.abc import Iterator, Mapping
from textwrap import indent
from typing import Any

from docutils import nodes
from schema_words import says
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from whichmetric.studies import MemoryStore
from whichmetric.web import Settings
from whichmetric.web.app import create_inner_app

GROUPS = {"expert": "For experts", "owner": "For owners"}
SUCCESS = ("200", "201")


class JsonInterface(SphinxDirective):
    """Operations by who may call them, then what they take and give."""

    def run(self) -> list[nodes.Node]:
        """Write it as Markdown, which the page is in."""
        document = create_inner_app(MemoryStore(), Settings()).openapi()
        text = "\n".join([*_operations(document), *_bodies(document["components"]["schemas"])])
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def _operations(document: Mapping[str, Any]) -> Iterator[str]:
    for tag, title in GROUPS.items():
        yield f"## {title}\n"
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if tag in operation["tags"]:
                    yield f"### `{method.upper()} {path}`\n\n{operation['description']}\n"
                    yield from _sent(operation)
                    yield from _returned(operation["responses"])


def _sent(operation: Mapping[str, Any]) -> Iterator[str]:
    if parameters := operation.get("parameters"):
        yield "| parameter | in | |\n|---|---|---|"
        for given in parameters:
            need = "" if given["required"] else "; may be left out"
            yield f"| `{given['name']}` | {given['in']} | {says(given['schema'])}{need} |"
        yield ""
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        if "$ref" in content["schema"]:
            yield f"- Takes {says(content['schema'])}."
        else:
            fields = ", ".join(f"`{name}`" for name in content["schema"]["properties"])
            yield f"- Takes {fields} as `{kind}`."


def _returned(responses: Mapping[str, Any]) -> Iterator[str]:
    for status in SUCCESS:
        for kind, content in responses.get(status, {}).get("content", {}).items():
            if "example" in content:
                yield f"- Gives `{status}` and `{kind}`, such as:\n"
                yield indent(_fence(content["example"]), "  ")
            else:
                yield f"- Gives `{status}` and {says(content['schema'])}."
    refused = sorted(status for status in responses if status not in SUCCESS)
    yield f"- May be refused with {', '.join(f'`{status}`' for status in refused)}.\n"


def _bodies(schemas: Mapping[str, Any]) -> Iterator[str]:
    yield "## Bodies\n"
    for name, schema in schemas.items():
        yield f"(body-{name})=\n### {name}\n\n{schema['description']}\n"
        if fields := schema.get("properties"):
            yield "| field | | |\n|---|---|---|"
            for field, value in fields.items():
                yield f"| `{field}` | {_kind(schema, field)} | {value.get('description', '')} |"
            yield ""
        else:
            yield f"{says(schema)}\n"
        for example in schema.get("examples", []):
            yield _fence(example)


def _kind(schema: Mapping[str, Any], field: str) -> str:
    value: Mapping[str, Any] = schema["properties"][field]
    if field in schema.get("required", ()):
        return says(value)
    usual = value.get("default")
    is_plain = usual not in (None, "") and not isinstance(usual, dict | list)
    return f"{says(value)}; {f'else `{json.dumps(usual)}`' if is_plain else 'may be left out'}"


def _fence(example: Any) -> str:
    if isinstance(example, str):
        return f"```text\n{example.rstrip()}\n```\n"
    return f"```json\n{json.dumps(example, indent=2, ensure_ascii=False)}\n```\n"


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("json-interface", JsonInterface)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

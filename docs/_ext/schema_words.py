"""JSON Schema in words, as the bodies of the JSON interface need it."""

import json
from collections.abc import Mapping
from typing import Any

KINDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
    "object": "object",
}
LIMITS = {
    "minimum": "from {}",
    "exclusiveMinimum": "above {}",
    "maximum": "to {}",
    "exclusiveMaximum": "below {}",
    "minLength": "{} characters or more",
    "maxLength": "{} characters or fewer",
    "minItems": "{} or more",
    "maxItems": "{} or fewer",
}


def says(schema: Mapping[str, Any]) -> str:
    """What may stand there, as Markdown; bodies are linked.

    Examples
    --------
    >>> says({"anyOf": [{"type": "integer", "minimum": 1.0}, {"type": "null"}]})
    'whole number from 1, or null'
    >>> says({"type": "array", "items": {"$ref": "#/components/schemas/SpanOut"}})
    'list of [SpanOut](#body-SpanOut)'
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#body-{name})"
    if choices := schema.get("anyOf", schema.get("oneOf")):
        return ", or ".join(says(choice) for choice in choices)
    if values := schema.get("enum", [schema["const"]] if "const" in schema else None):
        return " or ".join(f"`{json.dumps(value)}`" for value in values)
    return " ".join([_kind(schema), *_limits(schema)])


def _kind(schema: Mapping[str, Any]) -> str:
    if schema.get("type") == "array":
        if parts := schema.get("prefixItems"):
            return f"list of {', '.join(says(part) for part in parts)}"
        return f"list of {says(schema.get('items', {}))}"
    if isinstance(values := schema.get("additionalProperties"), Mapping):
        return f"object: by name, {says(values)}"
    return KINDS.get(schema.get("type", ""), "anything")


def _limits(schema: Mapping[str, Any]) -> list[str]:
    return [
        limit.format(f"{schema[name]:,.10g}") for name, limit in LIMITS.items() if name in schema
    ] + ([f"like `{schema['pattern']}`"] if "pattern" in schema else [])

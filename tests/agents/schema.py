"""The part of JSON Schema that tests/agents/schemas uses; any other keyword is refused, since it
would promise what is not checked."""

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool}
KEYWORDS = {"title", "description", "type", "const", "required", "properties", "additionalProperties",
            "minLength", "maxLength"}


def problems(schema, value, place="$"):
    """What is wrong with the value, a line each."""
    unknown = set(schema) - KEYWORDS
    if unknown:
        raise ValueError(f"{place}: keywords that are not checked: {sorted(unknown)}")
    if "const" in schema and value != schema["const"]:
        return [f"{place}: must be {schema['const']!r}, is {value!r}"]
    if "type" in schema and not isinstance(value, TYPES[schema["type"]]):
        return [f"{place}: must be of type {schema['type']}"]
    found = []
    if isinstance(value, str):
        if len(value) < schema.get("minLength", 0):
            found.append(f"{place}: is too short")
        if len(value) > schema.get("maxLength", len(value)):
            found.append(f"{place}: is longer than {schema['maxLength']}")
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        found += [f"{place}: has no {name}" for name in schema.get("required", []) if name not in value]
        if schema.get("additionalProperties", True) is False:
            found += [f"{place}: {name} is not known" for name in value if name not in properties]
        for name, each in properties.items():
            if name in value:
                found += problems(each, value[name], f"{place}.{name}")
    return found

"""Who publishes Satchel, and what packages say about it: identity.toml."""

import pathlib
import tomllib

_FIELDS = tomllib.loads(pathlib.Path(__file__).with_name("identity.toml").read_text(encoding="utf-8"))

MAINTAINER = _FIELDS["maintainer"]
SUMMARY = _FIELDS["summary"]
DESCRIPTION = " ".join(_FIELDS["description"].split())
NPM_NAME = _FIELDS["npm"]
WHEEL_NAME = _FIELDS["wheel"]
REGISTRY_NAME = _FIELDS["registry"]

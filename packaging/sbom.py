"""The bill of materials: SPDX 2.3 as JSON, of what ingredients.py found in the binary."""

import hashlib
import json
import re
import time

# What the binary needs of the machine it runs on: the first always, the others where a URL asks.
DYNAMIC = [("libc6", "GNU C library", "DYNAMIC_LINK")]
OPTIONAL = [("libpq5", "libpq"), ("libcurl4", "libcurl")]


def identifier(text):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", text)


def package(name, version, licence, **more):
    return {"SPDXID": identifier(f"{name}-{version}"), "name": name, "versionInfo": version,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}


def document(version, binary, parts, epoch):
    """The document's text. `binary` is the content of the program that is shipped."""
    digest = hashlib.sha256(binary).hexdigest()
    satchel = package("satchel", version, "Apache-2.0", primaryPackagePurpose="APPLICATION",
                      checksums=[{"algorithm": "SHA256", "checksumValue": digest}])
    packages = [satchel]
    relationships = [("SPDXRef-DOCUMENT", "DESCRIBES", satchel["SPDXID"])]
    for part in parts:
        entry = package(part.package, part.version, part.licence, primaryPackagePurpose="LIBRARY",
                        summary=part.name,
                        externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                       "referenceLocator": part.purl}])
        packages.append(entry)
        relation = "STATIC_LINK" if part.linked else "CONTAINS"
        relationships.append((satchel["SPDXID"], relation, entry["SPDXID"]))
    for name, summary, relation in DYNAMIC:
        entry = package(name, "NOASSERTION", "NOASSERTION", summary=summary)
        packages.append(entry)
        relationships.append((satchel["SPDXID"], relation, entry["SPDXID"]))
    for name, summary in OPTIONAL:
        entry = package(name, "NOASSERTION", "NOASSERTION", summary=summary)
        packages.append(entry)
        relationships.append((entry["SPDXID"], "OPTIONAL_DEPENDENCY_OF", satchel["SPDXID"]))
    return json.dumps({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"satchel-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/satchel-{version}-{digest}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)),
            "creators": [f"Tool: satchel-package-{version}"],
        },
        "packages": packages,
        "relationships": [{"spdxElementId": one, "relationshipType": relation, "relatedSpdxElement": other}
                          for one, relation, other in relationships],
    }, indent=1) + "\n"

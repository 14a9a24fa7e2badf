"""What the site needs beyond mkdocs: links out of docs/, and a look at the finished pages.

Pages link to files of the source tree, such as ../src/README.md. The site does not have these files, so
it shows their paths instead. No page may load anything from another host.
"""

import os
import pathlib
import re

from mkdocs.exceptions import PluginError

FENCE = re.compile(r"^( *)(`{3,})[^`\n]*\n.*?^\1\2`*$", re.MULTILINE | re.DOTALL)
# Words after the language tell tests which blocks to run; mkdocs knows only the language.
FENCE_WORDS = re.compile(r"^( *`{3,}\w+) [\w ]+$", re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
LOADED = re.compile(r"""<(?:script|img|iframe|source)\b[^>]*\bsrc=["']?(?:https?:)?//[^>]*>"""
                    r"""|<link\b[^>]*\bhref=["']?(?:https?:)?//[^>]*>""", re.IGNORECASE)
FROM_STYLE = re.compile(r"""url\(["']?(?:https?:)?//|@import\s""")


def outside_docs(page, root):
    """Replaces a link to a file outside of docs/ by its text and the file's path."""
    def replaced(match):
        text, target = match.groups()
        path = target.partition("#")[0]
        if not path or "://" in target or target.startswith("mailto:"):
            return match.group(0)
        file = os.path.normpath(os.path.join("docs", os.path.dirname(page), path))
        if file.startswith("docs/"):
            return match.group(0)
        if not (root / file).exists():
            raise PluginError(f"{page}: {target} does not exist")
        return f"`{file}`" if text.strip("`") in (file, os.path.basename(file)) else f"{text} (`{file}`)"
    return replaced


def on_page_markdown(markdown, page, config, files):
    root = pathlib.Path(config.config_file_path).parent
    replace = outside_docs(page.file.src_uri, root)
    out, end = [], 0
    for fence in FENCE.finditer(markdown):
        out += [LINK.sub(replace, markdown[end:fence.start()]), FENCE_WORDS.sub(r"\1", fence.group(0))]
        end = fence.end()
    return "".join([*out, LINK.sub(replace, markdown[end:])])


def on_post_build(config):
    site = pathlib.Path(config.site_dir)
    for file in sorted(site.rglob("*.html")):
        # mkdocs makes 404.html without a page of ours; it loads the same files as all others.
        found = LOADED.search(file.read_text(encoding="utf-8"))
        if found and 'rel="canonical"' not in found.group(0):
            raise PluginError(f"{file.relative_to(site)} loads from another host: {found.group(0)}")
    for file in sorted(site.rglob("*.css")):
        found = FROM_STYLE.search(file.read_text(encoding="utf-8"))
        if found:
            raise PluginError(f"{file.relative_to(site)} loads from another host: {found.group(0)}")

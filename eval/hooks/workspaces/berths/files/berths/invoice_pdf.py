"""An invoice as a PDF of one page, without a library."""

WIDTH, HEIGHT = 595, 842


def escape(text):
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def page_stream(lines):
    commands = ["BT", "/F1 11 Tf", f"50 {HEIGHT - 60} Td", "14 TL"]
    commands += [f"({escape(line)}) Tj T*" for line in lines]
    return "\n".join([*commands, "ET"]).encode("latin-1", "replace")


def render_pdf(invoice):
    lines = [f"Invoice {invoice['number']}", f"Total {invoice['total']} EUR"]
    stream = page_stream(lines)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    out = bytearray(b"%PDF-1.4\n")
    for number, body in enumerate(objects, 1):
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    return bytes(out + b"trailer << /Root 1 0 R >>\n%%EOF\n")

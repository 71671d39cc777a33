"""The peers of `cargo xtask bench paper`: the same pick list by reportlab and by typst.

peers.py reportlab|typst LINES FONTS [FILE] prints the milliseconds that making it took. Neither pays for
being loaded: a list of two lines is made before. Typst has no codes of its own; it is given them as
drawings that were made before, which is not counted.
"""

import io
import sys
import time

NAME = "Amoxicillin, oral suspension, 250 mg per 5 ml, bottle of 100 ml"


def line(at):
    place = f"{'ABC'[at // 200 % 3]}-{at // 8 % 25 + 1:02}-{at % 8 + 1:02}"
    code = f"{('CEF', 'AMX', 'GLV')[at % 3]}-{1000 + at}"
    return place, code, str(at * 37 % 1900 + 1), f"{code}/{at}"


def by_reportlab(fonts):
    from reportlab.graphics import renderPDF
    from reportlab.graphics.barcode.code128 import Code128
    from reportlab.graphics.barcode.qr import QrCodeWidget
    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.units import mm
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name in ("Inter-Regular", "Inter-SemiBold", "JetBrainsMono-SemiBold"):
        pdfmetrics.registerFont(TTFont(name, f"{fonts}/{name}.ttf"))

    def make(lines):
        out = io.BytesIO()
        canvas = Canvas(out, pagesize=A4, pageCompression=1)
        height = 15 * mm
        per_page = 17
        for first in range(0, lines, per_page):
            y = A4[1] - 25 * mm
            canvas.setFont("Inter-Regular", 7.5)
            for x, head in ((14, "Bin"), (33, "Product"), (124, "Quantity"), (146, "Product code"), (184, "Line")):
                canvas.drawString(x * mm, y + height, head)
            for at in range(first, min(first + per_page, lines)):
                place, code, quantity, whole = line(at)
                canvas.setFont("JetBrainsMono-SemiBold", 10.5)
                canvas.drawString(14 * mm, y + 7 * mm, place)
                canvas.setFont("Inter-Regular", 9)
                canvas.drawString(33 * mm, y + 7 * mm, NAME)
                canvas.setFont("Inter-Regular", 7.5)
                canvas.drawString(33 * mm, y + 3.5 * mm, code)
                canvas.setFont("Inter-SemiBold", 11)
                canvas.drawRightString(136 * mm, y + 7 * mm, quantity)
                Code128(code, barHeight=8.5 * mm, barWidth=0.27 * mm).drawOn(canvas, 140 * mm, y + 2 * mm)
                qr = QrCodeWidget(whole, barLevel="M", barWidth=14 * mm, barHeight=14 * mm)
                drawing = Drawing(14 * mm, 14 * mm)
                drawing.add(qr)
                renderPDF.draw(drawing, canvas, 182 * mm, y)
                canvas.line(14 * mm, y, 196 * mm, y)
                y -= height
            canvas.showPage()
        canvas.save()
        return out.getvalue()

    return lambda lines: (lambda: make(lines))


def by_typst(fonts):
    import segno
    import typst
    from reportlab.graphics.barcode.code128 import Code128

    def svg(runs, width, height):
        path = "".join(f"M{x} {y}h{w}v1h-{w}z" for x, y, w in runs)
        return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' preserveAspectRatio='none'><path d='{path}'/></svg>"

    def bars(text):
        code = Code128(text)
        code.validate()
        code.encode()
        code.decompose()
        x, runs = 10, []
        for step in code.decomposed:
            width = (ord(step.lower()) - ord("a") + 1) if step.isalpha() else int(step)
            if step.isupper():
                runs.append((x, 0, width))
            x += width
        return svg(runs, x + 10, 1)

    def square(text):
        runs = []
        rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
        for y, row in enumerate(rows):
            x = 0
            while x < len(row):
                end = x
                while end < len(row) and row[end]:
                    end += 1
                if end > x:
                    runs.append((x + 4, y + 4, end - x))
                x = max(end, x + 1)
        return svg(runs, len(rows) + 8, len(rows) + 8)

    def prepare(lines):
        rows = []
        for at in range(lines):
            place, code, quantity, whole = line(at)
            rows.append(
                f'text(font: "JetBrains Mono", weight: 600, size: 10.5pt)[{place}],'
                f"[{NAME} \\ #text(size: 7.5pt)[{code}]],"
                f"text(weight: 600, size: 11pt)[{quantity}],"
                f'image(bytes("{bars(code)}"), format: "svg", width: 36mm, height: 8.5mm, fit: "stretch"),'
                f'image(bytes("{square(whole)}"), format: "svg", width: 14mm),'
            )
        source = (
            '#set page(paper: "a4", margin: 14mm, numbering: "1")\n#set document(title: "Pick list")\n'
            '#set text(font: "Inter", size: 9pt, lang: "en")\n'
            "#table(columns: (auto, 1fr, auto, auto, auto), stroke: (bottom: 0.4pt),"
            "table.header([Bin], [Product], [Quantity], [Product code], [Line]),\n" + "\n".join(rows) + ")"
        )
        data = source.encode()
        return lambda: typst.compile(data, font_paths=[fonts], ignore_system_fonts=True)

    return prepare


def main():
    peer, lines, fonts = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    prepare = {"reportlab": by_reportlab, "typst": by_typst}[peer](fonts)
    prepare(2)()
    make = prepare(lines)
    begun = time.perf_counter()
    made = make()
    print(f"{(time.perf_counter() - begun) * 1000:.3f}")
    if len(sys.argv) > 4:
        with open(sys.argv[4], "wb") as file:
            file.write(made)


main()

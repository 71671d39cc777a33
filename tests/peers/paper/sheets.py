"""The peers of `cargo xtask bench paper` for long workbooks, each as fast as its manual says it can be.

sheets.py openpyxl|xlsxwriter ROWS FILE writes a workbook with a portion of its memory, and sheets.py read FILE
reads one with openpyxl. Each prints the milliseconds that took; being loaded is not counted.
"""

import datetime
import sys
import time

HEADS = ["Code", "Product", "Category", "Bin", "Requested", "To ship", "Expires", "Comment"]
EXPIRES = datetime.date(2027, 3, 31)


def line(at):
    product = f"Examination gloves, nitrile, powder free, size {at % 5}"
    place = f"A-{at % 25:02}-{at % 8:02}"
    return [f"GLV-{at:06}", product, "Gloves", place, at * 37 % 1900, at * 31 % 1900, EXPIRES, None]


def by_openpyxl(rows, file):
    from openpyxl import Workbook

    begun = time.perf_counter()
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Lines")
    sheet.append(HEADS)
    for at in range(rows):
        sheet.append(line(at))
    book.save(file)
    return time.perf_counter() - begun


def by_xlsxwriter(rows, file):
    from xlsxwriter import Workbook

    begun = time.perf_counter()
    book = Workbook(file, {"constant_memory": True})
    day, text = book.add_format({"num_format": 14}), book.add_format({"num_format": 49})
    sheet = book.add_worksheet("Lines")
    for column, head in enumerate(HEADS):
        sheet.write_string(0, column, head)
    for at in range(rows):
        code, product, category, place, requested, to_ship, expires, _ = line(at)
        for column, value in enumerate((code, product, category, place)):
            sheet.write_string(at + 1, column, value, text)
        sheet.write_number(at + 1, 4, requested)
        sheet.write_number(at + 1, 5, to_ship)
        sheet.write_datetime(at + 1, 6, expires, day)
    book.close()
    return time.perf_counter() - begun


def read(file):
    from openpyxl import load_workbook

    begun = time.perf_counter()
    book = load_workbook(file, read_only=True)
    cells = 0
    for row in book.worksheets[0].iter_rows(values_only=True):
        cells += sum(1 for value in row if value is not None)
    if cells == 0:
        sys.exit("nothing was read")
    return time.perf_counter() - begun


match sys.argv[1:]:
    case ["openpyxl", rows, file]:
        took = by_openpyxl(int(rows), file)
    case ["xlsxwriter", rows, file]:
        took = by_xlsxwriter(int(rows), file)
    case ["read", file]:
        took = read(file)
    case _:
        sys.exit(__doc__)
print(f"{took * 1000:.3f}")

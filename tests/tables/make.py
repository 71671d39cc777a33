#!/usr/bin/env python3
"""Makes the tables beside it, with programs that are not ours, and `expected.json`: the rows that must
come out of each. What is expected is written from the data here, never from what our reader says.

Cells in `expected.json`: null, a text, a whole number, true or false, or an object with one of
`decimal`, `day`, `formula` and `fault`. A row ends with its last filled cell, a sheet with its last
filled row. README.md says which programs are needed.
"""

import csv
import datetime
import io
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import openpyxl
import openpyxl.comments
import openpyxl.packaging.core
import openpyxl.styles
import openpyxl.worksheet.table
import openpyxl.utils.datetime
import pandas
import xlsxwriter
import xlwt
from odf import office, style, table, text
from odf.opendocument import OpenDocumentSpreadsheet

HERE = pathlib.Path(__file__).parent
EXPECTED = {}
DAY = datetime.date(2026, 3, 9)
MADE = datetime.datetime(2026, 1, 1)


def day(value):
    return {"day": value.isoformat()}


def dec(value):
    return {"decimal": value}


def formula(value):
    return {"formula": value}


def fault(value):
    return {"fault": value}


def trimmed(rows):
    rows = [list(row) for row in rows]
    for row in rows:
        while row and row[-1] is None:
            row.pop()
    while rows and not rows[-1]:
        rows.pop()
    return rows


def expect(name, *sheets):
    """Each sheet is (name, is hidden, rows)."""
    assert name not in EXPECTED, name
    EXPECTED[name] = [
        {"name": sheet, "hidden": hidden, "rows": trimmed(rows)} for sheet, hidden, rows in sheets
    ]


def expect_rows(name, rows, sheet="Sheet1"):
    expect(name, (sheet, False, rows))


ORDER = [
    ["Code", "Product", "Quantity"],
    ["BK71", "Bandage, 7 cm", 20],
    ["0012", "Gauze 10x10 cm", 5],
    ["GLV-M", "Gloves, size M", 120],
]
WORLD = [
    ["الرمز", "الصنف", "الكمية"],
    ["ق-١٢", "قفازات مطاطية", 20],
    ["รหัส", "ถุงมือยาง", 5],
    ["代码", "手套 中号", 7],
    ["код", "Перчатки, размер М", 9],
    ["צמד", "כפפות", 3],
    ["emoji 🧤", "é à ü ß ñ ø", 4],
]

# ---------------------------------------------------------------- openpyxl


def opx():
    book = openpyxl.Workbook()
    book.properties = openpyxl.packaging.core.DocumentProperties(
        creator="", created=MADE, modified=MADE
    )
    book.active.title = "Sheet1"
    return book, book.active


def opx_save(book, name):
    book.save(HERE / name)


def with_openpyxl():
    book, sheet = opx()
    for row in ORDER:
        sheet.append(row)
    opx_save(book, "opx_plain.xlsx")
    expect_rows("opx_plain.xlsx", ORDER)

    book, sheet = opx()
    for at, row in enumerate(ORDER):
        for column, value in enumerate(row):
            sheet.cell(3 + at, 2 + column, value)
    opx_save(book, "opx_head_in_row_3.xlsx")
    expect_rows("opx_head_in_row_3.xlsx", [[], []] + [[None] + row for row in ORDER])

    book, sheet = opx()
    for row in ORDER[1:]:
        sheet.append(row)
    opx_save(book, "opx_no_head.xlsx")
    expect_rows("opx_no_head.xlsx", ORDER[1:])

    book, sheet = opx()
    sheet["A1"] = "Request for March"
    sheet["A2"] = "Ward 3"
    sheet.merge_cells("A1:C1")
    sheet.merge_cells("A2:C2")
    for at, row in enumerate(ORDER):
        for column, value in enumerate(row):
            sheet.cell(4 + at, 1 + column, value)
    sheet.merge_cells("B6:B7")
    opx_save(book, "opx_titles_merged.xlsx")
    rows = [["Request for March"], ["Ward 3"], []] + [list(row) for row in ORDER]
    rows[6][1] = None
    expect_rows("opx_titles_merged.xlsx", rows)

    book, sheet = opx()
    for row in ORDER:
        sheet.append(row)
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].hidden = True
    other = book.create_sheet("Other")
    other.append(["seen"])
    hidden = book.create_sheet("Hidden")
    hidden.append(["hidden", 1])
    hidden.sheet_state = "hidden"
    very = book.create_sheet("Very hidden")
    very.append(["very hidden", 2])
    very.sheet_state = "veryHidden"
    book.create_sheet("Nothing")
    opx_save(book, "opx_hidden.xlsx")
    expect(
        "opx_hidden.xlsx",
        ("Sheet1", False, ORDER),
        ("Other", False, [["seen"]]),
        ("Hidden", True, [["hidden", 1]]),
        ("Very hidden", True, [["very hidden", 2]]),
        ("Nothing", False, []),
    )

    for is_1904 in (False, True):
        book, sheet = opx()
        if is_1904:
            book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
        days = [DAY, datetime.date(1999, 12, 31), datetime.date(2024, 2, 29), datetime.date(1904, 3, 1)]
        sheet.append(["Day", "Pieces"])
        for at, value in enumerate(days):
            sheet.append([value, at + 1])
        sheet["A2"].number_format = "dd/mm/yyyy"
        sheet["A3"].number_format = '[$-40C]d mmmm yyyy;@'
        name = "opx_days_1904.xlsx" if is_1904 else "opx_days.xlsx"
        opx_save(book, name)
        expect_rows(name, [["Day", "Pieces"]] + [[day(v), at + 1] for at, v in enumerate(days)])

    book, sheet = opx()
    sheet.append([datetime.datetime(2026, 3, 9, 14, 30), datetime.time(8, 5), datetime.timedelta(hours=30)])
    opx_save(book, "opx_times.xlsx")
    expect_rows("opx_times.xlsx", [[day(DAY), "08:05", "30:00"]])

    book, sheet = opx()
    sheet.append(["0012", "1,5", "1.200,50", "20 ", "1e5", "007"])
    for cell in sheet[1]:
        cell.number_format = "@"
    opx_save(book, "opx_numbers_as_text.xlsx")
    expect_rows("opx_numbers_as_text.xlsx", [["0012", "1,5", "1.200,50", "20 ", "1e5", "007"]])

    book, sheet = opx()
    sheet.append(["Pieces", "Double", "Text"])
    sheet.append([4, "=A2*2", '=A2&" pieces"'])
    sheet.append([5, "=A3*2", "=VLOOKUP(A3,A1:B2,2,FALSE)"])
    opx_save(book, "opx_formulas_without_results.xlsx")
    expect_rows(
        "opx_formulas_without_results.xlsx",
        [
            ["Pieces", "Double", "Text"],
            [4, formula("=A2*2"), formula('=A2&" pieces"')],
            [5, formula("=A3*2"), formula("=VLOOKUP(A3,A1:B2,2,FALSE)")],
        ],
    )

    book, sheet = opx()
    faults = ["#N/A", "#DIV/0!", "#REF!", "#NAME?", "#VALUE!", "#NUM!", "#NULL!"]
    for value in faults:
        sheet.append([value, 1])
    opx_save(book, "opx_faults.xlsx")
    expect_rows("opx_faults.xlsx", [[fault(value), 1] for value in faults])

    book, sheet = opx()
    for row in WORLD:
        sheet.append(row)
    sheet.sheet_view.rightToLeft = True
    sheet.title = "طلب 订单"
    opx_save(book, "opx_world.xlsx")
    expect_rows("opx_world.xlsx", WORLD, "طلب 订单")

    book, sheet = opx()
    long = "Catheter, " + "very long name " * 200
    longer = "x" * 6000
    sheet.append([long, 1])
    sheet.append([longer, 2])
    opx_save(book, "opx_long_names.xlsx")
    expect_rows("opx_long_names.xlsx", [[long, 1], ["x" * 4096 + "…", 2]])

    book, sheet = opx()
    money = [(1234.5, '#,##0.00 "€"'), (99, "[$$-409]#,##0"), (0.25, "0%"), (0.125, "0.0%"), (-3, "0;[Red]-0"), (1e20, "0.00E+00"), (0.1 + 0.2, "General")]
    for value, code in money:
        sheet.append([value])
        sheet.cell(sheet.max_row, 1).number_format = code
    opx_save(book, "opx_amounts.xlsx")
    expect_rows("opx_amounts.xlsx", [[dec(1234.5)], [99], [dec(0.25)], [dec(0.125)], [-3], [dec(1e20)], [dec(0.3)]])

    book, sheet = opx()
    for at, row in enumerate(ORDER):
        for column, value in enumerate(row):
            sheet.cell(1 + 3 * at, 1 + column, value)
    sheet.cell(200, 1).font = openpyxl.styles.Font(bold=True)
    sheet.cell(1, 60).font = openpyxl.styles.Font(bold=True)
    opx_save(book, "opx_empty_rows.xlsx")
    rows = []
    for row in ORDER:
        rows += [row, [], []]
    expect_rows("opx_empty_rows.xlsx", rows)

    book, sheet = opx()
    for row in ORDER:
        sheet.append(row)
    sheet["A2"].comment = openpyxl.comments.Comment("not a cell", "")
    sheet.auto_filter.ref = "A1:C4"
    sheet.freeze_panes = "A2"
    listed = openpyxl.worksheet.table.Table(displayName="Order", ref="A1:C4")
    sheet.add_table(listed)
    opx_save(book, "opx_notes_filter_frozen_table.xlsx")
    expect_rows("opx_notes_filter_frozen_table.xlsx", ORDER)

    book, sheet = opx()
    sheet.append([True, False, "two\nlines", "tab\there", " padded ", "<b>&amp;</b>", "it's \"q\""])
    opx_save(book, "opx_flags_and_signs.xlsx")
    expect_rows("opx_flags_and_signs.xlsx", [[True, False, "two\nlines", "tab\there", " padded ", "<b>&amp;</b>", "it's \"q\""]])

    book = openpyxl.Workbook(write_only=True)
    book.properties = openpyxl.packaging.core.DocumentProperties(creator="", created=MADE, modified=MADE)
    sheet = book.create_sheet("Sheet1")
    for at in range(3000):
        sheet.append([f"P-{at:05}", f"Product {at % 40}", at % 17 + 1])
    opx_save(book, "opx_3000_rows.xlsx")
    expect_rows("opx_3000_rows.xlsx", [[f"P-{at:05}", f"Product {at % 40}", at % 17 + 1] for at in range(3000)])

    book, sheet = opx()
    for row in ORDER:
        sheet.append(row)
    book.create_chartsheet("Chart")
    last = book.create_sheet("After the chart")
    last.append(["last"])
    opx_save(book, "opx_chart_sheet.xlsx")
    expect("opx_chart_sheet.xlsx", ("Sheet1", False, ORDER), ("After the chart", False, [["last"]]))

    shutil.copyfile(HERE / "opx_plain.xlsx", HERE / "opx_wrong_ending.csv")
    expect_rows("opx_wrong_ending.csv", ORDER)


# ---------------------------------------------------------------- XlsxWriter


def xw(name, **options):
    book = xlsxwriter.Workbook(str(HERE / name), options)
    book.set_properties({"created": MADE})
    return book


def with_xlsxwriter():
    book = xw("xw_plain.xlsx")
    sheet = book.add_worksheet()
    for at, row in enumerate(ORDER):
        sheet.write_row(at, 0, row)
    book.close()
    # It writes texts of digits as texts unless it is told otherwise.
    expect_rows("xw_plain.xlsx", ORDER)

    book = xw("xw_inline_texts.xlsx", constant_memory=True)
    sheet = book.add_worksheet("Order & co")
    for at, row in enumerate(WORLD):
        sheet.write_row(at, 0, row)
    book.close()
    expect_rows("xw_inline_texts.xlsx", WORLD, "Order & co")

    book = xw("xw_formulas_with_results.xlsx")
    sheet = book.add_worksheet()
    date = book.add_format({"num_format": "yyyy-mm-dd"})
    sheet.write_row(0, 0, ["Pieces", "Result"])
    sheet.write_number(1, 0, 4)
    sheet.write_formula(1, 1, "=A2*2", None, 8)
    sheet.write_formula(2, 1, '=A2&" pieces"', None, "4 pieces")
    sheet.write_formula(3, 1, "=A2/3", None, 1.5)
    sheet.write_formula(4, 1, "=TODAY()", date, 46090)
    sheet.write_formula(5, 1, "=NA()", None, "#N/A")
    sheet.write_formula(6, 1, "=TRUE()", None, True)
    sheet.write_array_formula("B8:B8", "{=SUM(A2:A2*2)}", None, 8)
    book.close()
    expect_rows(
        "xw_formulas_with_results.xlsx",
        [["Pieces", "Result"], [4, 8], [None, "4 pieces"], [None, dec(1.5)], [None, day(DAY)], [None, fault("#N/A")], [None, True], [None, 8]],
    )

    book = xw("xw_days_1904.xlsx", date_1904=True)
    sheet = book.add_worksheet()
    date = book.add_format({"num_format": "d mmm yyyy"})
    sheet.write_datetime(0, 0, datetime.datetime(2026, 3, 9), date)
    sheet.write_datetime(1, 0, datetime.datetime(1904, 1, 2), date)
    book.close()
    expect_rows("xw_days_1904.xlsx", [[day(DAY)], [day(datetime.date(1904, 1, 2))]])

    book = xw("xw_first_days_of_1900.xlsx")
    sheet = book.add_worksheet()
    date = book.add_format({"num_format": 14})
    for at, number in enumerate([1, 59, 61, 2958465]):
        sheet.write_number(at, 0, number, date)
    sheet.write_number(4, 0, -1, date)
    sheet.write_number(5, 0, 2958466, date)
    book.close()
    expect_rows("xw_first_days_of_1900.xlsx", [[day(datetime.date(1900, 1, 1))], [day(datetime.date(1900, 2, 28))], [day(datetime.date(1900, 3, 1))], [day(datetime.date(9999, 12, 31))], [-1], [2958466]])

    book = xw("xw_merged_filtered_hidden_rows.xlsx")
    sheet = book.add_worksheet("List")
    sheet.merge_range(0, 0, 0, 3, "Merged title")
    sheet.write_row(2, 0, ["Code", "Quantity"])
    for at in range(20):
        sheet.write_row(3 + at, 0, [f"C{at}", at])
    sheet.autofilter(2, 0, 22, 1)
    sheet.filter_column(1, "x > 10")
    for at in range(11):
        sheet.set_row(3 + at, options={"hidden": True})
    sheet.freeze_panes(3, 0)
    back = book.add_worksheet("Back")
    back.write(0, 0, "behind")
    back.hide()
    book.close()
    expect(
        "xw_merged_filtered_hidden_rows.xlsx",
        ("List", False, [["Merged title"], [], ["Code", "Quantity"]] + [[f"C{at}", at] for at in range(20)]),
        ("Back", True, [["behind"]]),
    )

    book = xw("xw_rich_links_notes_rules.xlsx")
    sheet = book.add_worksheet()
    bold, red = book.add_format({"bold": True}), book.add_format({"color": "red"})
    sheet.write_rich_string(0, 0, bold, "Gloves", " size ", red, "M")
    sheet.write_url(1, 0, "https://example.org/", string="a link")
    sheet.write(2, 0, "with a note")
    sheet.write_comment(2, 0, "the note")
    sheet.conditional_format(0, 0, 9, 9, {"type": "cell", "criteria": ">", "value": 1, "format": bold})
    sheet.data_validation(0, 1, 9, 1, {"validate": "list", "source": ["a", "b"]})
    sheet.insert_textbox(5, 5, "a text box")
    sheet.write(3, 0, "last")
    book.close()
    expect_rows("xw_rich_links_notes_rules.xlsx", [["Gloves size M"], ["a link"], ["with a note"], ["last"]])

    book = xw("xw_table_with_sums.xlsx")
    sheet = book.add_worksheet()
    sheet.add_table(1, 1, 4, 2, {"data": [["a", 1], ["b", 2]], "columns": [{"header": "Code"}, {"header": "Pieces", "total_function": "sum", "total_value": 3}], "total_row": True})
    book.close()
    expect_rows("xw_table_with_sums.xlsx", [[], [None, "Code", "Pieces"], [None, "a", 1], [None, "b", 2], [None, None, 3]])

    book = xw("xw_wide.xlsx")
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, [f"H{at}" for at in range(200)])
    sheet.write_row(1, 0, list(range(200)))
    sheet.write_blank(2, 500, None, book.add_format({"bold": True}))
    book.close()
    expect_rows("xw_wide.xlsx", [[f"H{at}" for at in range(200)], list(range(200))])

    book = xw("xw_control_characters.xlsx")
    sheet = book.add_worksheet()
    sheet.write_string(0, 0, "bell\x07here")
    sheet.write_string(0, 1, "_x0041_ as typed")
    sheet.write_string(0, 2, "cr\r\nlf")
    book.close()
    expect_rows("xw_control_characters.xlsx", [["bell\ufffdhere", "_x0041_ as typed", "cr\nlf"]])

    book = xw("xw_chart_first.xlsx")
    chart = book.add_chartsheet("Chart")
    sheet = book.add_worksheet("Data")
    sheet.write_column(0, 0, [1, 2, 3])
    drawn = book.add_chart({"type": "line"})
    drawn.add_series({"values": "=Data!$A$1:$A$3"})
    chart.set_chart(drawn)
    book.close()
    expect("xw_chart_first.xlsx", ("Data", False, [[1], [2], [3]]))

    # With macros it differs by its content type alone.
    book = xw("xw_macro_book.xlsm")
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Code", 4])
    vba = HERE / "vba.bin"
    vba.write_bytes(b"\0" * 64)
    book.add_vba_project(str(vba))
    book.close()
    vba.unlink()
    expect_rows("xw_macro_book.xlsm", [["Code", 4]])


# ---------------------------------------------------------------- pandas


def with_pandas():
    frame = pandas.DataFrame(
        {"code": ["BK71", "0012", None], "pieces": [20, 5, 7], "weight": [1.5, None, 2.0], "due": [DAY, DAY, None]}
    )
    head = [None, "code", "pieces", "weight", "due"]
    body = [
        [0, "BK71", 20, dec(1.5), day(DAY)],
        [1, "0012", 5, None, day(DAY)],
        [2, None, 7, 2],
    ]
    for engine in ("openpyxl", "xlsxwriter"):
        name = f"pd_{engine}_index.xlsx"
        with pandas.ExcelWriter(HERE / name, engine=engine) as writer:
            if engine == "openpyxl":
                writer.book.properties = openpyxl.packaging.core.DocumentProperties(creator="", created=MADE, modified=MADE)
            else:
                writer.book.set_properties({"created": MADE})
            frame.to_excel(writer)
        expect_rows(name, [head] + body)
    frame.to_excel(HERE / "pd_odf_index.ods", engine="odf")
    expect_rows("pd_odf_index.ods", [head] + body)
    with pandas.ExcelWriter(HERE / "pd_odf_sheets.ods", engine="odf") as writer:
        for name in ("One", "Two"):
            pandas.DataFrame({"a": [1, 2], "b": ["x", name]}).to_excel(writer, sheet_name=name, index=False)
    expect(
        "pd_odf_sheets.ods",
        ("One", False, [["a", "b"], [1, "x"], [2, "One"]]),
        ("Two", False, [["a", "b"], [1, "x"], [2, "Two"]]),
    )
    columns = pandas.MultiIndex.from_tuples([("March", "asked"), ("March", "sent"), ("April", "asked")])
    grouped = pandas.DataFrame([[1, 2, 3], [4, 5, 6]], columns=columns, index=["BK71", "GLV"])
    with pandas.ExcelWriter(HERE / "pd_grouped_heads.xlsx", engine="openpyxl") as writer:
        writer.book.properties = openpyxl.packaging.core.DocumentProperties(creator="", created=MADE, modified=MADE)
        grouped.to_excel(writer)
    expect_rows("pd_grouped_heads.xlsx", [[None, "March", None, "April"], [None, "asked", "sent", "asked"], [], ["BK71", 1, 2, 3], ["GLV", 4, 5, 6]])
    frame.to_csv(HERE / "pd_index.csv")
    expect_rows("pd_index.csv", [head, ["0", "BK71", "20", "1.5", "2026-03-09"], ["1", "0012", "5", None, "2026-03-09"], ["2", None, "7", "2.0"]], "")
    frame.to_csv(HERE / "pd_tab_utf16.tsv", sep="\t", index=False, encoding="utf-16")
    expect_rows("pd_tab_utf16.tsv", [head[1:], ["BK71", "20", "1.5", "2026-03-09"], ["0012", "5", None, "2026-03-09"], [None, "7", "2.0"]], "")
    frame.to_csv(HERE / "pd_semicolon_decimal_comma.csv", sep=";", decimal=",", index=False)
    expect_rows("pd_semicolon_decimal_comma.csv", [head[1:], ["BK71", "20", "1,5", "2026-03-09"], ["0012", "5", None, "2026-03-09"], [None, "7", "2,0"]], "")


# ---------------------------------------------------------------- xlwt


def with_xlwt():
    def begin(encoding="utf-8"):
        return xlwt.Workbook(encoding=encoding)

    def put(sheet, rows):
        for at, row in enumerate(rows):
            for column, value in enumerate(row):
                if value is not None:
                    sheet.write(at, column, value)

    book = begin()
    put(book.add_sheet("Sheet1"), ORDER)
    book.save(str(HERE / "xlwt_plain.xls"))
    expect_rows("xlwt_plain.xls", ORDER)

    book = begin()
    put(book.add_sheet("طلب"), WORLD)
    book.save(str(HERE / "xlwt_world.xls"))
    expect_rows("xlwt_world.xls", WORLD, "طلب")

    for is_1904 in (False, True):
        book = begin()
        book.dates_1904 = is_1904
        sheet = book.add_sheet("Sheet1")
        date = xlwt.easyxf(num_format_str="DD/MM/YYYY")
        sheet.write(0, 0, DAY, date)
        sheet.write(1, 0, datetime.date(2000, 1, 1), date)
        sheet.write(1, 1, 0.5, xlwt.easyxf(num_format_str="0%"))
        sheet.write(2, 0, 0.25, xlwt.easyxf(num_format_str="h:mm"))
        name = "xlwt_days_1904.xls" if is_1904 else "xlwt_days.xls"
        book.save(str(HERE / name))
        expect_rows(name, [[day(DAY)], [day(datetime.date(2000, 1, 1)), dec(0.5)], ["06:00"]])

    book = begin()
    sheet = book.add_sheet("Sheet1")
    sheet.write(0, 0, 4)
    sheet.write(0, 1, xlwt.Formula("A1*2"))
    sheet.write(1, 1, xlwt.Formula("SUM(A1:A9)"))
    book.save(str(HERE / "xlwt_formulas_without_results.xls"))
    expect_rows("xlwt_formulas_without_results.xls", [[4, formula("=A1*2")], [None, formula("=SUM(A1:A9)")]])

    book = begin()
    sheet = book.add_sheet("Sheet1")
    sheet.write_merge(0, 0, 0, 2, "Merged title")
    put_at = [["Code", "Pieces"], ["a", True], ["b", -1.25], ["c", 123456789], ["d", 0.01]]
    for at, row in enumerate(put_at):
        for column, value in enumerate(row):
            sheet.write(2 + at, column, value)
    sheet.row(3).hidden = True
    for at, state in ((1, 1), (2, 2)):
        other = book.add_sheet(f"Hidden {at}")
        other.write(0, 0, at)
        other.visibility = state
    book.save(str(HERE / "xlwt_merged_hidden.xls"))
    expect(
        "xlwt_merged_hidden.xls",
        ("Sheet1", False, [["Merged title"], [], ["Code", "Pieces"], ["a", True], ["b", dec(-1.25)], ["c", 123456789], ["d", dec(0.01)]]),
        ("Hidden 1", True, [[1]]),
        ("Hidden 2", True, [[2]]),
    )

    book = begin()
    sheet = book.add_sheet("Sheet1")
    faults = ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"]
    for at, value in enumerate(faults):
        # By their codes: it has a wrong one for the third, and calls the last one otherwise.
        sheet.row(at).set_cell_error(1, (0, 7, 15, 23, 29, 36, 42)[at])
    book.save(str(HERE / "xlwt_faults.xls"))
    expect_rows("xlwt_faults.xls", [[None, fault(value)] for value in faults])

    book = begin()
    sheet = book.add_sheet("Sheet1")
    rows = [[f"P-{at:05}", "Name " + "é" * (at % 90) + "数" * (at % 7), at] for at in range(800)]
    put(sheet, rows)
    book.save(str(HERE / "xlwt_texts_over_many_records.xls"))
    expect_rows("xlwt_texts_over_many_records.xls", rows)

    book = begin()
    sheet = book.add_sheet("Sheet1")
    long = "y" * 20000
    sheet.write(0, 0, long)
    sheet.write(4, 3, "after empty rows")
    book.save(str(HERE / "xlwt_long_and_empty_rows.xls"))
    expect_rows("xlwt_long_and_empty_rows.xls", [["y" * 4096 + "…"], [], [], [], [None, None, None, "after empty rows"]])


# ---------------------------------------------------------------- odfpy


def with_odfpy():
    def cell(value=None, **more):
        if value is None:
            return table.TableCell(**more)
        if isinstance(value, bool):
            made = table.TableCell(valuetype="boolean", booleanvalue=str(value).lower(), **more)
        elif isinstance(value, (int, float)):
            made = table.TableCell(valuetype="float", value=value, **more)
        else:
            made = table.TableCell(valuetype="string", **more)
        for part in str(value).split("\n"):
            made.addElement(text.P(text=part))
        return made

    def row(*cells, **more):
        made = table.TableRow(**more)
        for one in cells:
            made.addElement(one)
        return made

    doc = OpenDocumentSpreadsheet()
    sheet = table.Table(name="Sheet1")
    sheet.addElement(row(cell("Code"), cell("Quantity")))
    sheet.addElement(row(cell("same"), cell(2), numberrowsrepeated=3))
    sheet.addElement(row(cell(), numberrowsrepeated=4))
    sheet.addElement(row(cell(numbercolumnsrepeated=2), cell(7, numbercolumnsrepeated=3), cell(numbercolumnsrepeated=1000)))
    sheet.addElement(row(cell(numbercolumnsrepeated=16384), numberrowsrepeated=1048000))
    doc.spreadsheet.addElement(sheet)
    doc.save(str(HERE / "odf_repeated.ods"))
    expect_rows("odf_repeated.ods", [["Code", "Quantity"]] + [["same", 2]] * 3 + [[]] * 4 + [[None, None, 7, 7, 7]])

    doc = OpenDocumentSpreadsheet()
    shown = style.Style(name="ta1", family="table")
    shown.addElement(style.TableProperties(display="true"))
    hidden = style.Style(name="ta2", family="table")
    hidden.addElement(style.TableProperties(display="false"))
    doc.automaticstyles.addElement(shown)
    doc.automaticstyles.addElement(hidden)
    for name, made in (("Seen", shown), ("Unseen", hidden)):
        sheet = table.Table(name=name, stylename=made)
        sheet.addElement(row(cell(name)))
        doc.spreadsheet.addElement(sheet)
    doc.save(str(HERE / "odf_hidden.ods"))
    expect("odf_hidden.ods", ("Seen", False, [["Seen"]]), ("Unseen", True, [["Unseen"]]))

    doc = OpenDocumentSpreadsheet()
    sheet = table.Table(name="Sheet1")
    without = table.TableCell(formula="of:=[.A1]*2")
    with_result = table.TableCell(formula="of:=[.A1]*2", valuetype="float", value=8)
    sheet.addElement(row(cell(4), without, with_result))
    noted = cell("noted")
    note = office.Annotation()
    note.addElement(text.P(text="not a cell"))
    noted.insertBefore(note, noted.firstChild)
    spaced = table.TableCell(valuetype="string")
    paragraph = text.P(text="a")
    paragraph.addElement(text.S(c=3))
    paragraph.addText("b")
    paragraph.addElement(text.Tab())
    paragraph.addElement(text.Span(text="c"))
    spaced.addElement(paragraph)
    sheet.addElement(row(noted, cell("two\nlines"), spaced, cell(True)))
    covered = table.TableRow()
    covered.addElement(cell("over two", numbercolumnsspanned=2, numberrowsspanned=1))
    covered.addElement(table.CoveredTableCell())
    covered.addElement(cell("beside"))
    sheet.addElement(covered)
    when = table.TableCell(valuetype="date", datevalue="2026-03-09")
    moment = table.TableCell(valuetype="date", datevalue="2026-03-09T10:00:00")
    span = table.TableCell(valuetype="time", timevalue="PT08H05M00S")
    share = table.TableCell(valuetype="percentage", value=0.25)
    money = table.TableCell(valuetype="currency", currency="EUR", value=1234.5)
    sheet.addElement(row(when, moment, span, share, money))
    doc.spreadsheet.addElement(sheet)
    doc.save(str(HERE / "odf_cells.ods"))
    expect_rows(
        "odf_cells.ods",
        [
            [4, formula("=[.A1]*2"), 8],
            ["noted", "two\nlines", "a   b\tc", True],
            ["over two", None, "beside"],
            [day(DAY), day(DAY), "08:05", dec(0.25), dec(1234.5)],
        ],
    )


# ---------------------------------------------------------------- LibreOffice


def office_of(source, ending, target, filter=""):
    """Converts a file with LibreOffice."""
    with tempfile.TemporaryDirectory() as folder:
        kind = ending + (":" + filter if filter else "")
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", kind, "--outdir", folder, str(source)],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        made = pathlib.Path(folder) / (pathlib.Path(source).stem + "." + ending)
        shutil.copyfile(made, HERE / target)


def with_libreoffice():
    if shutil.which("soffice") is None:
        sys.exit("soffice is missing")
    for name in ("opx_plain.xlsx", "opx_titles_merged.xlsx", "opx_hidden.xlsx", "opx_world.xlsx", "opx_days.xlsx", "opx_empty_rows.xlsx", "opx_notes_filter_frozen_table.xlsx", "xw_merged_filtered_hidden_rows.xlsx"):
        for ending in ("ods", "xls", "xlsx"):
            stem = name.split(".")[0].removeprefix("opx_").removeprefix("xw_")
            target = f"lo_{stem}.{ending}"
            office_of(HERE / name, ending, target)
            sheets = json.loads(json.dumps(EXPECTED[name]))
            EXPECTED[target] = sheets
    # It calculates what was not calculated.
    results = [["Pieces", "Double", "Text"], [4, 8, "4 pieces"], [5, 10, fault("#N/A")]]
    for ending in ("ods", "xls", "xlsx"):
        target = f"lo_formulas.{ending}"
        office_of(HERE / "opx_formulas_without_results.xlsx", ending, target)
        expect_rows(target, results)
    for ending in ("ods", "xls"):
        target = f"lo_amounts.{ending}"
        office_of(HERE / "opx_amounts.xlsx", ending, target)
        EXPECTED[target] = EXPECTED["opx_amounts.xlsx"]
        target = f"lo_times.{ending}"
        office_of(HERE / "opx_times.xlsx", ending, target)
        EXPECTED[target] = EXPECTED["opx_times.xlsx"]
        target = f"lo_days_1904.{ending}"
        office_of(HERE / "opx_days_1904.xlsx", ending, target)
        EXPECTED[target] = EXPECTED["opx_days_1904.xlsx"]
    texts = [[None if value is None else str(value) for value in row] for row in ORDER]
    for target, filter in (
        ("lo_comma.csv", "Text - txt - csv (StarCalc):44,34,76,1"),
        ("lo_semicolon_1252.csv", "Text - txt - csv (StarCalc):59,34,1,1"),
        ("lo_tab_utf16.csv", "Text - txt - csv (StarCalc):9,34,65535,1"),
        ("lo_all_quoted.csv", "Text - txt - csv (StarCalc):44,34,76,1,,0,true"),
    ):
        office_of(HERE / "opx_plain.xlsx", "csv", target, filter)
        expect_rows(target, texts, "")


# ---------------------------------------------------------------- texts


def text_file(name, content, rows, encoding="utf-8"):
    (HERE / name).write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
    expect_rows(name, rows, "")


def with_texts():
    def written(rows, **how):
        out = io.StringIO()
        csv.writer(out, **how).writerows(rows)
        return out.getvalue()

    order = [[str(value) for value in row] for row in ORDER]
    western = [["Code", "Désignation", "Qté"], ["BK71", "Bande élastique 7 cm – large", "20"], ["é12", "Gants “M”", "5 €"]]
    text_file("text_excel_bom.csv", written(order), order, "utf-8-sig")
    text_file("text_excel_1252.csv", written(western, delimiter=";"), western, "cp1252")
    text_file("text_utf16_le.tsv", "\ufeff" + written(WORLD, delimiter="\t"), [[str(v) for v in row] for row in WORLD], "utf-16-le")
    text_file("text_utf16_be.tsv", "\ufeff" + written(order, delimiter="\t"), order, "utf-16-be")
    text_file("text_utf16_le_no_bom.tsv", written(order, delimiter="\t"), order, "utf-16-le")
    text_file("text_utf16_be_no_bom.csv", written(western), western, "utf-16-be")
    multi = [["Code", "Note", "Qty"], ["a", "first line\nsecond; line", "1"], ["b", 'said "yes", then no', "2"], ["c", "", "3"]]
    empty = [[value or None for value in row] for row in multi]
    text_file("text_quoted_line_ends.csv", written(multi), empty)
    text_file("text_sep_line.csv", "sep=;\r\n" + written(order, delimiter=";"), order)
    text_file("text_sep_line_odd.csv", "SEP=^\nCode^Qty, in pieces\nBK71^2\n", [["Code", "Qty, in pieces"], ["BK71", "2"]])
    text_file(
        "text_decimal_comma.csv",
        "Code;Weight;Price\nBK71;1,5;2,25\nGLV;0,75;10,00\nX;3,1;4,2\n",
        [["Code", "Weight", "Price"], ["BK71", "1,5", "2,25"], ["GLV", "0,75", "10,00"], ["X", "3,1", "4,2"]],
    )
    text_file(
        "text_mixed_separators.csv",
        "Code,Name,Qty\nBK71,Bandage; wide,20\nGLV;Gloves;5\nMSK,Mask | blue,7\nX,Y,1\n",
        [["Code", "Name", "Qty"], ["BK71", "Bandage; wide", "20"], ["GLV;Gloves;5"], ["MSK", "Mask | blue", "7"], ["X", "Y", "1"]],
    )
    text_file("text_trailing_separators.csv", "Code;Qty;;\nBK71;20;;\nGLV;5;;\n", [["Code", "Qty"], ["BK71", "20"], ["GLV", "5"]])
    text_file("text_pipes.txt", "Code|Name|Qty\nBK71|Bandage, 7 cm|20\nGLV|Gloves, M|5\n", [["Code", "Name", "Qty"], ["BK71", "Bandage, 7 cm", "20"], ["GLV", "Gloves, M", "5"]])
    text_file("text_old_mac_line_ends.csv", "Code,Qty\rBK71,20\r\rGLV,5\r", [["Code", "Qty"], ["BK71", "20"], [], ["GLV", "5"]])
    text_file(
        "text_title_and_empty_rows.csv",
        "Order for March\n\nCode;Name;Qty\nBK71;Bandage;20\n\nGLV;Gloves;5\n\n;Sum;25\n\n\n",
        [["Order for March"], [], ["Code", "Name", "Qty"], ["BK71", "Bandage", "20"], [], ["GLV", "Gloves", "5"], [], [None, "Sum", "25"]],
    )
    text_file(
        "text_inches.csv",
        'Code,Name,Qty\nP1,Pipe 5" long,2\nP2,"5"" pipe",3\nP3,"Box" of nails,4\nP4,"never closed,5\nP5,last,6\n',
        [["Code", "Name", "Qty"], ["P1", 'Pipe 5" long', "2"], ["P2", '5" pipe', "3"], ["P3", '"Box" of nails', "4"], ["P4", '"never closed', "5"], ["P5", "last", "6"]],
    )
    text_file("text_broken_utf8.csv", "Désignation;Qté\nGants à usage;5\nBandé\n".encode() + b"caf\xe9;3\n" + "é;é\nà;è\n".encode(), [["Désignation", "Qté"], ["Gants à usage", "5"], ["Bandé"], ["caf\ufffd", "3"], ["é", "é"], ["à", "è"]])
    text_file("text_one_column.txt", "BK71\nGLV\n\n0012\n", [["BK71"], ["GLV"], [], ["0012"]])
    text_file("text_spaces_in_fields.csv", "Code, Name, Qty\nBK71, Bandage, 20\nGLV, Gloves, 5\n", [["Code", " Name", " Qty"], ["BK71", " Bandage", " 20"], ["GLV", " Gloves", " 5"]])
    letter = "Hello,\n\nplease send 20x BK71 and 3 boxes of gloves, size M.\n- 5 pcs Gauze 10x10 cm\n- BK72: 7; soon\n\nMany thanks,\nWard 3\nTel. 555\t0199\n"
    text_file("text_mail_english.txt", letter, [[line] if line else [] for line in letter.splitlines()])
    lettre = "Bonjour,\r\n\r\nMerci d’envoyer 20 boîtes de gants, taille M,\r\net 3 compresses stériles.\r\n\r\nCordialement,\r\nLe service\r\n"
    text_file("text_mail_french_1252.txt", lettre, [[line] if line else [] for line in lettre.splitlines()], "cp1252")
    text_file("text_copied_from_screen.txt", "Code\tName\tQty\r\nBK71\tBandage\t20\r\n\tGauze\t5\r\n", [["Code", "Name", "Qty"], ["BK71", "Bandage", "20"], [None, "Gauze", "5"]])
    text_file("text_ends_with_dos_mark.csv", "Code;Qty\r\nBK71;2\r\n\x1a", [["Code", "Qty"], ["BK71", "2"], ["\ufffd"]])


def main():
    for old in HERE.iterdir():
        if old.suffix in {".xlsx", ".xlsm", ".xls", ".ods", ".csv", ".tsv", ".txt"}:
            old.unlink()
    with_openpyxl()
    with_xlsxwriter()
    with_pandas()
    with_xlwt()
    with_odfpy()
    with_texts()
    with_libreoffice()
    lines = [f"{json.dumps(name)}: {json.dumps(EXPECTED[name], ensure_ascii=False)}" for name in sorted(EXPECTED)]
    (HERE / "expected.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(len(EXPECTED), "tables,", sum(path.stat().st_size for path in HERE.iterdir()), "bytes")


if __name__ == "__main__":
    main()

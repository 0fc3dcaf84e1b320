"""How the lines of generated comments are broken."""

from codegen.core.reflow import WIDTH, reflow


def test_parts_of_a_sentence_become_lines() -> None:
    assert reflow("/**\n * One doorbell for all;\n * the first refusal ends it.\n */\n") == (
        "/** One doorbell for all; the first refusal ends it. */\n")


def test_a_long_comment_is_a_block_within_the_width() -> None:
    lines = reflow("\t/* " + "w " * 120 + "*/\n").splitlines()
    assert lines[0] == "\t/*" and lines[-1] == "\t */"
    assert all(WIDTH - 1 <= len(line.expandtabs(8)) <= WIDTH for line in lines[1:-2])
    assert sum(line.count("w") for line in lines) == 120


def test_a_comment_is_one_line_only_where_its_end_fits() -> None:
    fits = WIDTH - 8 - len("/*  */")
    assert reflow("\t/* " + "w" * fits + " */\n") == "\t/* " + "w" * fits + " */\n"
    assert reflow("\t/* " + "w" * (fits + 1) + " */\n") == "\t/*\n\t * " + "w" * (fits + 1) + "\n\t */\n"


def test_words_stay_whole() -> None:
    words = ["a" * WIDTH, "b" * (WIDTH - 15), "receive-queue"]
    assert reflow(f"/* {' '.join(words)} */\n").splitlines()[1:-1] == [f" * {word}" for word in words]


def test_an_end_on_a_line_of_words_is_moved() -> None:
    lines = reflow("/**\n * " + "word " * 25 + "\n * the last. */\n").splitlines()
    assert lines[-2].endswith(" word the last.") and lines[-1] == " */"


def test_paragraphs_and_labels_stay_apart() -> None:
    text = "/*\n * " + "word " * 20 + "\n *\n * Second.\n * length: in bytes.\n */\n"
    assert reflow(text).splitlines()[-4:] == [" *", " * Second.", " * length: in bytes.", " */"]


def test_indented_comments_are_kept() -> None:
    for text in ("int a; /* one\n two */\n", "/*\n * a table:\n *   1  2\n */\n", "/* a */ int b; /* c */\n",
                 "int a; /* " + "word " * 30 + "*/\n", "/* " + "word " * 30 + "*/ int b;\n", "int a;\n/**< one\n * two */\n",
                 "/* Generated from a\n * and b */\n", "#define A /* x */ \\\n\t1\n", 'x = "/* no */";\n'):
        assert reflow(text) == text

"""The number that ties object files to headers depends on definitions of types and on the layout lock, and on nothing
else."""

from __future__ import annotations

from codegen.layout import HEADER, LOCK, layout_header, number_of, types_of
from codegen.core.write import Output

HEAD = """
/* A comment with struct x { int no; }; in it. */
struct one {
	int a; /**< first */
	union {
		char b[4];
	};
} __attribute__((aligned(8)));

enum two { TWO_A = 1, TWO_B };
static inline int three(struct one *v)
{
	return v->a;
}
"""


def test_types_without_comments_and_spaces() -> None:
    assert types_of(HEAD) == ["structone{inta;union{charb[4];};}__attribute__((aligned(8)));", "enumtwo{TWO_A=1,TWO_B};"]


def test_what_changes_the_number() -> None:
    number = number_of([HEAD], "lock")
    assert number_of([HEAD.replace("first", "the first one").replace("return v->a;", "return 0;")], "lock") == number
    assert number_of([HEAD.replace("int a;", "long a;")], "lock") != number
    assert number_of([HEAD.replace("TWO_A = 1", "TWO_A = 2")], "lock") != number
    assert number_of([HEAD], "another") != number


def test_the_header_is_of_what_will_be_written() -> None:
    """The number is not that of the old files, so that one run of gen is enough."""
    verbs = Output("include/infiniband/verbs.h", HEAD)
    headers = [layout_header([Output(LOCK, "lock"), each]) for each in (verbs, Output(verbs.path, HEAD.replace("int a", "long a")))]
    assert headers[0].path == HEADER and headers[0] != headers[1]

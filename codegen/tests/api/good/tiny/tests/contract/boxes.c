/* What the scan sees: tiny_weigh() in a comment is no call, nor is it in "tiny_weigh()". */
static void helper(void)
{
	tiny_open(0, 0);
}

static void nobody_calls_this(void)
{
	tiny_list(0, 0);
}

static void V12_X3_boxes_open(void **state)
{
	(void)state;
	helper();
	puts("tiny_weigh()");
}

static void v2_boxes_are_made(void **state)
{
	tiny_make(0, 0);
}

static void colours_have_names(void **state)
{
	tiny_color_str(0);
	tiny_make(0, 0);
}

int main(void)
{
	tiny_forget();
	return 0;
}

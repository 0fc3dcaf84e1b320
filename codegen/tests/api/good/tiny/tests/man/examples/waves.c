/* Shown by the page of tiny_color_to_wave. */
#include <tiny/tiny.h>

int is_red(int wave)
{
	return wave_to_tiny_color(wave) == TINY_RED; /* "\" */
}

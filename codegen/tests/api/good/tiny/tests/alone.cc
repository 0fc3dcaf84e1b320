int main()
{
	return tiny_color_to_wave(TINY_RED);
}

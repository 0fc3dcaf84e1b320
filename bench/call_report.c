/* SPDX-License-Identifier: BSD-2-Clause */
/* Shows the results of several libraries side by side: a table, histograms, a plot. */
#include "call_report.h"

#include <errno.h>
#include <stdio.h>

#include "examples/common/program.h"

enum {
	ROWS = 12, /**< rows of a histogram */
	BAR = 40,
	BINS = 60, /**< bins of a plot */
	PANEL_WIDTH = 340,
	PANEL_HEIGHT = 190,
	MARGIN = 40,
};

double call_scale(const struct call_result *results, int which)
{
	double scale = 0;

	for (int l = 0; l < CALL_LIBRARIES; l++) {
		if (results[l].samples[which].count && results[l].ns[which].p999 > scale)
			scale = results[l].ns[which].p999;
	}
	return scale > 0 ? scale : 1;
}

void call_bins(const struct call_result *r, int which, double scale, double *share, int bins)
{
	const struct samples *s = &r->samples[which];

	for (int b = 0; b < bins; b++)
		share[b] = 0;
	for (size_t i = 0; i < s->count; i++) {
		const int b = (int)(s->ns[i] / (double)CALL_BATCH / scale * bins);

		share[b < bins ? b : bins - 1] += 1.0 / (double)s->count;
	}
}

void call_print(const struct call_result *results)
{
	printf("%-11s %-20s %8s %8s %8s %8s %8s %8s\n", "call", "library", "min", "p50", "p90",
	       "p99", "p99.9", "instr");
	for (int c = 0; c < CALL_CASES; c++) {
		for (int l = 0; l < CALL_LIBRARIES; l++) {
			const struct percentiles *p = &results[l].ns[c];
			const double instructions = results[l].head.instructions[c];

			if (!results[l].samples[c].count)
				continue;
			printf("%-11s %-20s %8.1f %8.1f %8.1f %8.1f %8.1f", results[l].name[c],
			       results[l].library, p->min, p->p50, p->p90, p->p99, p->p999);
			if (instructions >= 0)
				printf(" %8.0f", instructions);
			putchar('\n');
		}
	}
}

void call_histogram(const struct call_result *results)
{
	double share[ROWS];

	for (int c = 0; c < CALL_CASES; c++) {
		const double scale = call_scale(results, c);

		for (int l = 0; l < CALL_LIBRARIES; l++) {
			if (!results[l].samples[c].count)
				continue;
			printf("\n%s, %s\n", results[l].name[c], results[l].library);
			call_bins(&results[l], c, scale, share, ROWS);
			for (int b = 0; b < ROWS; b++) {
				printf("%8.1f ns %5.1f %% ", scale * b / ROWS, share[b] * 100);
				for (int n = 0; n < (int)(share[b] * BAR + 0.5); n++)
					putchar('#');
				putchar('\n');
			}
		}
	}
}

/* --- the plot ---------------------------------------------------------------------------- */

static const char *const colours[CALL_LIBRARIES] = {"#1b6ca8", "#4a9c4a", "#b5481f"};

static void plot_curve(FILE *to, const struct call_result *r, int which, double scale, int left,
		       int top)
{
	double share[BINS], highest = 0;

	call_bins(r, which, scale, share, BINS);
	for (int b = 0; b < BINS; b++)
		highest = share[b] > highest ? share[b] : highest;
	for (int b = 0; b < BINS; b++)
		fprintf(to, " %.1f,%.1f", left + (b + 0.5) * (PANEL_WIDTH - MARGIN) / BINS,
			top + (PANEL_HEIGHT - MARGIN) * (1 - share[b] / highest));
}

static void plot_panel(FILE *to, const struct call_result *results, int which)
{
	const int left = MARGIN + which % 2 * PANEL_WIDTH, top = MARGIN + which / 2 * PANEL_HEIGHT;
	const int bottom = top + PANEL_HEIGHT - MARGIN;
	const double scale = call_scale(results, which);

	fprintf(to, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n", left, top - 4,
		results[0].name[which][0] ? results[0].name[which] : results[1].name[which]);
	fprintf(to, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#888\"/>\n", left,
		bottom, left + PANEL_WIDTH - MARGIN, bottom);
	fprintf(to, "<text x=\"%d\" y=\"%d\">0</text>\n", left, bottom + 14);
	fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f ns</text>\n",
		left + PANEL_WIDTH - MARGIN, bottom + 14, scale);
	for (int l = 0; l < CALL_LIBRARIES; l++) {
		if (!results[l].samples[which].count)
			continue;
		fprintf(to, "<polyline fill=\"none\" stroke=\"%s\" points=\"", colours[l]);
		plot_curve(to, &results[l], which, scale, left, top);
		fprintf(to, "\"/>\n");
	}
}

int call_plot(const struct call_result *results, const char *file)
{
	FILE *to = fopen(file, "w");
	int x = MARGIN, bad;

	if (!to)
		return complain_errno(errno, "--plot: cannot write %s", file);
	fprintf(to,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"font-family=\"sans-serif\" font-size=\"11\">\n",
		2 * PANEL_WIDTH + MARGIN, 2 * PANEL_HEIGHT + 2 * MARGIN);
	for (int c = 0; c < CALL_CASES; c++)
		plot_panel(to, results, c);
	for (int l = 0; l < CALL_LIBRARIES; l++) {
		if (results[l].missing[0])
			continue;
		fprintf(to, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", x,
			2 * PANEL_HEIGHT + MARGIN + 20, colours[l], results[l].library);
		x += PANEL_WIDTH / 2;
	}
	fprintf(to, "</svg>\n");
	bad = ferror(to);
	return fclose(to) || bad ? complain_errno(errno, "--plot: cannot write %s", file) : 0;
}

// simdiff: check --reference direction --port direction_shifted => equivalent
// simdiff: check --reference direction --port direction_forward => different
// simdiff: check --reference weight --port weight_shifted => equivalent
// simdiff: check --reference weight --port weight_forward => different
// simdiff: check --reference marked --port marked_never --arg 'mark=in:struct mark[1] in -1..1' => different
// A field has the values of its own type, whatever comes before it in its structure.

enum turn { BACK = -1, STAY = 0, FORTH = 1 };

struct step { unsigned length; enum turn turn; };
struct weighted { float weight; enum turn turn; };
struct mark { float at; int mark; };

int direction(const struct step *step) { return step->turn < 0 ? -1 : 1; }

int direction_shifted(const struct step *step) { return (int)step->turn >> 31 | 1; }

int direction_forward(const struct step *step)
{
    (void)step;
    return 1;
}

int weight(const struct weighted *w) { return w->turn < 0 ? -1 : 1; }

int weight_shifted(const struct weighted *w) { return (int)w->turn >> 31 | 1; }

int weight_forward(const struct weighted *w)
{
    (void)w;
    return 1;
}

int marked(const struct mark *mark) { return mark->mark == -1; }

int marked_never(const struct mark *mark)
{
    (void)mark;
    return 0;
}

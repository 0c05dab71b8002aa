// simdiff: check --reference negate --port negate_by_table --size n=0..3 => equivalent "`ready`, `table`" "2 states"
// simdiff: check --reference brighten --port brighten_by_table --size n=1..3 => different
// simdiff: check --reference darken --port darken_second_time --size n=1..3 => undecided
// simdiff: check --reference delay --port delay_through_static --size n=1..3 => different
// simdiff: check --reference soften --port soften_by_table --size n=1..3 => undecided "may be changed by other functions"
// A table that a port fills when it is called first.

typedef unsigned char byte;

void negate(byte *d, const byte *s, int n)
{
    for (int i = 0; i < n; i++) d[i] = 255 - s[i];
}

static byte ready, table[256];

static void fill(void)
{
    for (int i = 0; i < 256; i++) table[i] = 255 - i;
    ready = 1;
}

void negate_by_table(byte *d, const byte *s, int n)
{
    if (!ready) fill();
    for (int i = 0; i < n; i++) d[i] = table[s[i]];
}

void brighten(byte *d, const byte *s, int n)
{
    for (int i = 0; i < n; i++) d[i] = s[i] > 245 ? 255 : s[i] + 10;
}

static byte is_bright, bright[256];

/* One entry is wrong. */
static void fill_bright(void)
{
    for (int i = 0; i < 256; i++) bright[i] = i > 244 ? 254 : i + 10;
    is_bright = 1;
}

void brighten_by_table(byte *d, const byte *s, int n)
{
    if (!is_bright) fill_bright();
    for (int i = 0; i < n; i++) d[i] = bright[s[i]];
}

void darken(byte *d, const byte *s, int n)
{
    for (int i = 0; i < n; i++) d[i] = s[i] / 2;
}

static int calls;

/* Right when it is called first. */
void darken_second_time(byte *d, const byte *s, int n)
{
    for (int i = 0; i < n; i++) d[i] = s[i] / 2 + (calls > 1);
    if (calls < 3) calls++;
}

void delay(byte *d, const byte *s, int n)
{
    for (int i = 0; i < n; i++) d[i] = i ? s[i - 1] : s[0];
}

static byte last;

void delay_through_static(byte *d, const byte *s, int n)
{
    for (int i = 0; i < n; i++) d[i] = last, last = s[i];
}

void soften(byte *d, const byte *s, int n)
{
    for (int i = 0; i < n; i++) d[i] = s[i] & 0xfc;
}

static byte is_soft, soft[256];

void soften_by_table(byte *d, const byte *s, int n)
{
    for (int i = 0; !is_soft && i < 256; i++) soft[i] = i & 0xfc;
    is_soft = 1;
    for (int i = 0; i < n; i++) d[i] = soft[s[i]];
}

void prepare_soft(void)
{
    for (int i = 0; i < 256; i++) soft[i] = i & 0xf8;
    is_soft = 1;
}

/* getopt as glibc has it: arguments that are no options move to the end, unless
 * the option string starts with '+'. */
char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *rest;

/* Moves the option at `from`, and nothing else, to `to` before it. */
static void move(char **argv, int from, int to) {
    char *option = argv[from];
    for (int i = from; i > to; i--) argv[i] = argv[i - 1];
    argv[to] = option;
}

static const char *find(const char *options, char c) {
    for (; *options; options++)
        if (*options == c && c != ':') return options;
    return 0;
}

int getopt(int argc, char *const *given, const char *options) {
    char **argv = (char **)given;
    int in_order = *options == '+';
    int quiet = options[in_order] == ':';
    optarg = 0;
    if (!rest || !*rest) {
        int next = optind;
        while (next < argc && !(argv[next][0] == '-' && argv[next][1])) {
            if (in_order) return -1;
            next++;
        }
        if (next >= argc) return -1;
        int words = 1;
        if (argv[next][1] == '-' && !argv[next][2]) {
            move(argv, next, optind++);
            return -1;
        }
        /* An option that takes the next word takes it along. */
        for (const char *c = argv[next] + 1; *c; c++) {
            const char *option = find(options, *c);
            if (option && option[1] == ':') {
                if (!c[1] && option[2] != ':' && next + 1 < argc) words = 2;
                break;
            }
        }
        for (int i = 0; i < words; i++) move(argv, next + i, optind + i);
        rest = argv[optind++] + 1;
    }
    char c = *rest++;
    const char *option = find(options, c);
    if (!option) {
        optopt = c;
        return '?';
    }
    if (option[1] == ':') {
        if (*rest || option[2] == ':') {
            optarg = *rest ? rest : 0;
        } else if (optind < argc) {
            optarg = argv[optind++];
        } else {
            optopt = c;
            rest = 0;
            return quiet ? ':' : '?';
        }
        rest = 0;
    }
    return c;
}

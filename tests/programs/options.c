/* Run with: first -a -ofile --  -b last */
#include <assert.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int seen = 0, c;
    assert(argc == 7 && !argv[argc]);
    while ((c = getopt(argc, argv, "abo:")) != -1) switch (c) {
        case 'a': seen |= 1; break;
        case 'b': seen |= 2; break;
        case 'o': assert(!strcmp(optarg, "file")); seen |= 4; break;
        default: assert(0);
        }
    assert(seen == 5 && argc - optind == 3);
    assert(!strcmp(argv[optind], "first") && !strcmp(argv[optind + 1], "-b"));
    return 0;
}

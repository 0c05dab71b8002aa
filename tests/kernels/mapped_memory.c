// simdiff: run => equivalent
// simdiff: run --cflags -DBEYOND => defect
// simdiff: run --cflags -DUNMAPPED => defect
// simdiff: run --cflags -DREADABLE => undecided
/* Memory that is mapped holds zeros, and ends where its last pages are taken away. */
#include <assert.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    size_t page = sysconf(_SC_PAGESIZE);
    char *p = mmap(0, 2 * page - 5, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(p != MAP_FAILED && page == (size_t)getpagesize());
    memset(p + page - 4, 7, 5);
    assert(p[0] == 0 && p[page] == 7);
    assert(mprotect(p, page, PROT_READ | PROT_WRITE) == 0);
    assert(mprotect(p + page, page, PROT_NONE) == 0);
    assert(p[page - 1] == 7);
#ifdef BEYOND
    p[page] = 1;
#endif
#ifdef READABLE
    mprotect(p, page, PROT_READ);
#endif
    assert(munmap(p, page) == 0);
#ifdef UNMAPPED
    assert(p[0] == 0);
#endif
}

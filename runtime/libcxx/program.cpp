/* What the C++ library knows about the program: it has one thread. */
extern "C" char __libc_single_threaded = 1;

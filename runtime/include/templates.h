/* Included first in every file: the templates of the C++ library are compiled
 * with the program, instead of being declared and left to the shared library. */
#if defined __cplusplus && defined __has_include
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
#endif

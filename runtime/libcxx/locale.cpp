/* The classic locale, the only one, with its facets for numbers and characters. */
#include <cfloat>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <ios>
#include <locale>
#include <string>

extern "C" [[noreturn]] void simdiff_unsupported(const char *function, const char *what);
extern "C" const unsigned short **__ctype_b_loc();
extern "C" locale_t __uselocale(locale_t) { return 0; }

namespace std {

/* Facets by number, which each gets when it is first asked for. */

enum { MOST_FACETS = 64 };

size_t locale::id::_M_id() const throw() {
    static size_t last;
    if (!_M_index) _M_index = ++last;
    return _M_index - 1;
}

locale::facet::~facet() {}
__c_locale locale::facet::_S_get_c_locale() { return 0; }

static const locale::facet *facets[MOST_FACETS], *caches[MOST_FACETS];

locale::_Impl::_Impl(size_t) throw()
    : _M_refcount(1), _M_facets(facets), _M_facets_size(MOST_FACETS), _M_caches(caches),
      _M_names(0) {
    _M_init_facet_unchecked(new std::ctype<char>(0, false, 1));
    _M_init_facet_unchecked(new numpunct<char>(1));
    _M_init_facet_unchecked(new num_get<char>(1));
    _M_init_facet_unchecked(new num_put<char>(1));
    _M_init_facet_unchecked(new codecvt<char, char, mbstate_t>(1));
}

void locale::_Impl::_M_install_cache(const facet *cache, size_t at) { _M_caches[at] = cache; }

locale::locale() throw() {
    static _Impl *const classic = new _Impl(1);
    _M_impl = classic;
}
locale::locale(const locale &other) throw() : _M_impl(other._M_impl) {}
locale::~locale() throw() {}
const locale &locale::operator=(const locale &other) throw() {
    _M_impl = other._M_impl;
    return *this;
}
bool locale::operator==(const locale &other) const throw() { return _M_impl == other._M_impl; }
string locale::name() const { return "C"; }
const locale &locale::classic() {
    static const locale classic;
    return classic;
}

/* Characters. */

locale::id ctype<char>::id;

const ctype_base::mask *ctype<char>::classic_table() throw() { return *__ctype_b_loc(); }

ctype<char>::ctype(const mask *table, bool, size_t refs)
    : facet(refs), _M_c_locale_ctype(0), _M_del(false), _M_toupper(0), _M_tolower(0),
      _M_table(table ? table : classic_table()), _M_widen_ok(0), _M_narrow_ok(0) {
    memset(_M_widen, 0, sizeof _M_widen);
    memset(_M_narrow, 0, sizeof _M_narrow);
}

ctype<char>::~ctype() {}
char ctype<char>::do_toupper(char c) const { return c >= 'a' && c <= 'z' ? c - 32 : c; }
char ctype<char>::do_tolower(char c) const { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
const char *ctype<char>::do_toupper(char *from, const char *to) const {
    for (; from < to; from++) *from = do_toupper(*from);
    return to;
}
const char *ctype<char>::do_tolower(char *from, const char *to) const {
    for (; from < to; from++) *from = do_tolower(*from);
    return to;
}

void ctype<char>::_M_widen_init() const {
    for (size_t i = 0; i < sizeof _M_widen; i++) _M_widen[i] = (char)i;
    _M_widen_ok = 1;
}

void ctype<char>::_M_narrow_init() const {
    for (size_t i = 0; i < sizeof _M_narrow; i++) _M_narrow[i] = (char)i;
    _M_narrow_ok = 1;
}

/* Characters of files are those of the program. */

locale::id codecvt<char, char, mbstate_t>::id;

codecvt<char, char, mbstate_t>::codecvt(size_t refs)
    : __codecvt_abstract_base<char, char, mbstate_t>(refs), _M_c_locale_codecvt(0) {}
codecvt<char, char, mbstate_t>::~codecvt() {}

codecvt_base::result codecvt<char, char, mbstate_t>::do_out(mbstate_t &, const char *from,
    const char *, const char *&from_next, char *to, char *, char *&to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_in(mbstate_t &, const char *from,
    const char *, const char *&from_next, char *to, char *, char *&to_next) const {
    from_next = from;
    to_next = to;
    return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_unshift(mbstate_t &, char *to, char *,
    char *&to_next) const {
    to_next = to;
    return noconv;
}
int codecvt<char, char, mbstate_t>::do_encoding() const throw() { return 1; }
bool codecvt<char, char, mbstate_t>::do_always_noconv() const throw() { return true; }
int codecvt<char, char, mbstate_t>::do_max_length() const throw() { return 1; }
int codecvt<char, char, mbstate_t>::do_length(mbstate_t &, const char *from, const char *end,
    size_t most) const {
    const size_t there = (size_t)(end - from);
    return (int)(there < most ? there : most);
}

/* Numbers. */

const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";
const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";

/* The printf conversion that the flags ask for (C++11 [facet.num.put.virtuals]). */
void __num_base::_S_format_float(const ios_base &stream, char *to, char modifier) throw() {
    ios_base::fmtflags flags = stream.flags(), kind = flags & ios_base::floatfield;
    const bool upper = flags & ios_base::uppercase;
    *to++ = '%';
    if (flags & ios_base::showpos) *to++ = '+';
    if (flags & ios_base::showpoint) *to++ = '#';
    if (kind != (ios_base::fixed | ios_base::scientific)) {
        *to++ = '.';
        *to++ = '*';
    }
    if (modifier) *to++ = modifier;
    char letter = kind == ios_base::fixed        ? 'f'
                  : kind == ios_base::scientific ? 'e'
                  : kind                         ? 'a'
                                                 : 'g';
    *to++ = upper ? (char)(letter - 32) : letter;
    *to = 0;
}

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale) {
    if (!_M_data) _M_data = new __numpunct_cache<char>;
    _M_data->_M_grouping = "";
    _M_data->_M_grouping_size = 0;
    _M_data->_M_use_grouping = false;
    _M_data->_M_decimal_point = '.';
    _M_data->_M_thousands_sep = ',';
    _M_data->_M_truename = "true";
    _M_data->_M_truename_size = 4;
    _M_data->_M_falsename = "false";
    _M_data->_M_falsename_size = 5;
    memcpy(_M_data->_M_atoms_out, __num_base::_S_atoms_out, __num_base::_S_oend);
    memcpy(_M_data->_M_atoms_in, __num_base::_S_atoms_in, __num_base::_S_iend);
}
template <> numpunct<char>::~numpunct() { delete _M_data; }

/* Digits are not grouped in this locale. */
bool __verify_grouping(const char *, size_t, const string &) throw() { return true; }

/* Text to a float; what is no number or out of range fails. */
template <class T>
static void convert(T parse(const char *, char **), T most, const char *text, T &value,
                    ios_base::iostate &error) {
    char *end;
    value = parse(text, &end);
    if (end == text || *end) {
        value = 0;
        error = ios_base::failbit;
    } else if (value > most || value < -most) {
        value = value > 0 ? most : -most;
        error = ios_base::failbit;
    }
}
template <>
void __convert_to_v(const char *s, float &v, ios_base::iostate &e, const __c_locale &) throw() {
    convert(strtof, FLT_MAX, s, v, e);
}
template <>
void __convert_to_v(const char *s, double &v, ios_base::iostate &e, const __c_locale &) throw() {
    convert(strtod, DBL_MAX, s, v, e);
}
template <>
void __convert_to_v(const char *s, long double &v, ios_base::iostate &e,
                    const __c_locale &) throw() {
    convert(strtold, LDBL_MAX, s, v, e);
}

}  // namespace std

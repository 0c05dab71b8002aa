/* What streams leave to the shared library: the state that all streams have, input of
 * characters, and the standard streams, whose output goes nowhere and whose input is
 * empty. The exceptions that streams throw where they are told to are not here. */
#include <bits/cxxabi_forced.h>
#include <cstring>
#include <istream>
#include <new>
#include <ostream>
#include <string>

extern "C" [[noreturn]] void simdiff_unsupported(const char *function, const char *what);

namespace std {

/* What all streams have. */

ios_base::ios_base() throw()
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(),
      _M_callbacks(0), _M_word_zero(), _M_word_size(_S_local_word_size), _M_word(_M_local_word) {}

ios_base::~ios_base() {
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
}

void ios_base::_M_init() throw() {
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}

void ios_base::_M_call_callbacks(event) throw() {}
void ios_base::_M_dispose_callbacks() throw() {}

void ios_base::register_callback(event_callback, int) {
    simdiff_unsupported("std::ios_base::register_callback", "callbacks of streams");
}

ios_base::_Words &ios_base::_M_grow_words(int, bool) {
    simdiff_unsupported("std::ios_base::iword", "more than 8 words of a stream");
}

int ios_base::xalloc() throw() {
    static int last = 3;
    return ++last;
}

locale ios_base::imbue(const locale &to) throw() {
    locale before = _M_ios_locale;
    _M_ios_locale = to;
    return before;
}

void ios_base::_M_move(ios_base &other) noexcept {
    _M_precision = other._M_precision;
    _M_width = other._M_width;
    _M_flags = other._M_flags;
    _M_exception = other._M_exception;
    _M_streambuf_state = other._M_streambuf_state;
    memcpy(_M_local_word, other._M_local_word, sizeof _M_local_word);
    _M_ios_locale = other._M_ios_locale;
}

void ios_base::_M_swap(ios_base &other) noexcept {
    std::swap(_M_precision, other._M_precision);
    std::swap(_M_width, other._M_width);
    std::swap(_M_flags, other._M_flags);
    std::swap(_M_exception, other._M_exception);
    std::swap(_M_streambuf_state, other._M_streambuf_state);
    for (int i = 0; i < _S_local_word_size; i++) std::swap(_M_local_word[i], other._M_local_word[i]);
    std::swap(_M_ios_locale, other._M_ios_locale);
}

bool ios_base::sync_with_stdio(bool) {
    static bool synchronised = true;
    bool before = synchronised;
    synchronised = false;
    return before;
}

void __throw_ios_failure(const char *) {
    simdiff_unsupported("std::basic_ios::clear", "exceptions of streams");
}
void __throw_ios_failure(const char *text, int) { __throw_ios_failure(text); }

/* Unformatted and formatted input of characters (C++11 [istream.unformatted],
 * [istream.extractors], [string.io]). */

typedef char_traits<char> Traits;
enum { END = -1 };

/* Takes characters up to `most`, to the end, or up to one that `stops`, which stays. */
template <class Stops, class Put>
static int take(streambuf *from, streamsize most, Stops stops, Put put) {
    int c = from->sgetc();
    for (; most > 0 && c != END && !stops((char)c); most--) {
        put((char)c);
        c = from->snextc();
    }
    return c;
}

template <> istream &getline(istream &in, string &line, char end) {
    istream::sentry ready(in, true);
    if (!ready) {
        in.setstate(ios_base::failbit);
        return in;
    }
    line.clear();
    int c = take(
        in.rdbuf(), line.max_size(), [=](char c) { return c == end; },
        [&](char c) { line.push_back(c); });
    if (c == END)
        in.setstate(line.empty() ? ios_base::eofbit | ios_base::failbit : ios_base::eofbit);
    else
        in.rdbuf()->sbumpc();
    return in;
}

template <> istream &istream::getline(char *to, streamsize room, char end) {
    _M_gcount = 0;
    ios_base::iostate state = ios_base::goodbit;
    sentry ready(*this, true);
    if (ready) {
        int c = take(
            rdbuf(), room - 1, [=](char c) { return c == end; },
            [&](char c) { *to++ = c, _M_gcount++; });
        if (c == END) {
            state |= ios_base::eofbit;
        } else if ((char)c == end) {
            _M_gcount++;
            rdbuf()->sbumpc();
        } else {
            state |= ios_base::failbit;
        }
    }
    if (room > 0) *to = 0;
    if (_M_gcount == 0) state |= ios_base::failbit;
    if (state) setstate(state);
    return *this;
}

template <> istream &istream::ignore(streamsize most) {
    _M_gcount = 0;
    sentry ready(*this, true);
    if (!ready) return *this;
    int c = take(
        rdbuf(), most, [](char) { return false; }, [&](char) { _M_gcount++; });
    if (c == END && _M_gcount < most) setstate(ios_base::eofbit);
    return *this;
}

template <> istream &istream::ignore(streamsize most, int end) {
    if (end == END) return ignore(most);
    _M_gcount = 0;
    sentry ready(*this, true);
    if (!ready) return *this;
    int c = take(
        rdbuf(), most, [=](char c) { return c == (char)end; }, [&](char) { _M_gcount++; });
    if (_M_gcount == most) return *this;
    if (c == END) {
        setstate(ios_base::eofbit);
    } else {
        _M_gcount++;
        rdbuf()->sbumpc();
    }
    return *this;
}

/* A word of at most `most` characters, fewer if the stream has a width. */
template <class Put> static void take_word(istream &in, streamsize most, Put put) {
    istream::sentry ready(in, false);
    streamsize count = 0;
    ios_base::iostate state = ios_base::goodbit;
    if (ready) {
        if (in.width() > 0 && in.width() < most) most = in.width();
        int c = take(
            in.rdbuf(), most, [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); },
            [&](char c) { put(c), count++; });
        if (c == END && count < most) state |= ios_base::eofbit;
        in.width(0);
    }
    if (count == 0) state |= ios_base::failbit;
    if (state) in.setstate(state);
}

template <> istream &operator>>(istream &in, string &word) {
    string taken;
    bool ready = in.good();
    take_word(in, word.max_size(), [&](char c) { taken.push_back(c); });
    if (ready) word = taken;
    return in;
}

void __istream_extract(istream &in, char *to, streamsize room) {
    streamsize width = in.width();
    if (width > 0 && width < room) room = width;
    in.width(0);
    take_word(in, room - 1, [&](char c) { *to++ = c; });
    *to = 0;
}

}  // namespace std

/* No thread is cancelled. */
__cxxabiv1::__forced_unwind::~__forced_unwind() throw() {}

/* The standard streams: places that are filled before the program's own constructors. */

namespace {

/* Notes that these bytes are printed. */
extern "C" void simdiff_shown_bytes(const void *from, std::size_t count);

struct Nowhere : std::streambuf {
    int overflow(int c) override {
        if (c == traits_type::eof()) return 0;
        const char byte = static_cast<char>(c);
        simdiff_shown_bytes(&byte, 1);
        return c;
    }
    std::streamsize xsputn(const char *from, std::streamsize count) override {
        simdiff_shown_bytes(from, static_cast<std::size_t>(count));
        return count;
    }
};

}  // namespace

template <class T> struct alignas(T) Place {
    char bytes[sizeof(T)];
};

extern Place<std::istream> in_place __asm__("_ZSt3cin");
extern Place<std::ostream> out_place __asm__("_ZSt4cout"), error_place __asm__("_ZSt4cerr"),
    log_place __asm__("_ZSt4clog");
Place<std::istream> in_place;
Place<std::ostream> out_place, error_place, log_place;

static Place<Nowhere> nowhere;

__attribute__((constructor(101))) static void open_standard_streams() {
    std::streambuf *buffer = new (&nowhere) Nowhere;
    std::ostream *out = new (&out_place) std::ostream(buffer);
    (new (&in_place) std::istream(buffer))->tie(out);
    std::ostream *error = new (&error_place) std::ostream(buffer);
    error->setf(std::ios_base::unitbuf);
    error->tie(out);
    new (&log_place) std::ostream(buffer);
}

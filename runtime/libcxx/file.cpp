/* Files behind streams: what `basic_filebuf` leaves to the shared library, on the C
 * library's files. */
#include <bits/basic_file.h>
#include <cstdio>
#include <streambuf>

extern "C" [[noreturn]] void simdiff_unsupported(const char *function, const char *what);

namespace std {

/* The mode of `fopen` for a stream's (C++11 [filebuf.members], table 132). */
static const char *mode_of(ios_base::openmode mode) {
    const bool binary = (mode & ios_base::binary) != 0;
    switch ((int)(mode & ~(ios_base::binary | ios_base::ate))) {
    case ios_base::in: return binary ? "rb" : "r";
    case ios_base::out:
    case ios_base::out | ios_base::trunc: return binary ? "wb" : "w";
    case ios_base::app:
    case ios_base::out | ios_base::app: return binary ? "ab" : "a";
    case ios_base::in | ios_base::out: return binary ? "r+b" : "r+";
    case ios_base::in | ios_base::out | ios_base::trunc: return binary ? "w+b" : "w+";
    case ios_base::in | ios_base::app:
    case ios_base::in | ios_base::out | ios_base::app: return binary ? "a+b" : "a+";
    default: return 0;
    }
}

__basic_file<char>::__basic_file(__c_lock *) throw() : _M_cfile(0), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() { close(); }

__basic_file<char> *__basic_file<char>::open(const char *name, ios_base::openmode mode, int) {
    const char *text = mode_of(mode);
    if (is_open() || !text || !(_M_cfile = fopen(name, text))) return 0;
    _M_cfile_created = true;
    return this;
}

__basic_file<char> *__basic_file<char>::close() {
    if (!is_open()) return 0;
    const bool failed = _M_cfile_created && fclose(_M_cfile) != 0;
    _M_cfile = 0;
    _M_cfile_created = false;
    return failed ? 0 : this;
}

bool __basic_file<char>::is_open() const throw() { return _M_cfile != 0; }
__c_file *__basic_file<char>::file() throw() { return _M_cfile; }
int __basic_file<char>::fd() throw() {
    simdiff_unsupported("std::__basic_file::fd", "the descriptor of a stream's file");
}

streamsize __basic_file<char>::xsgetn(char *to, streamsize count) {
    return (streamsize)fread(to, 1, (size_t)count, _M_cfile);
}
streamsize __basic_file<char>::xsputn(const char *from, streamsize count) {
    return (streamsize)fwrite(from, 1, (size_t)count, _M_cfile);
}
streamsize __basic_file<char>::xsputn_2(const char *first, streamsize first_count,
    const char *second, streamsize second_count) {
    const streamsize written = first_count ? xsputn(first, first_count) : 0;
    return written == first_count ? written + xsputn(second, second_count) : written;
}

streamoff __basic_file<char>::seekoff(streamoff offset, ios_base::seekdir from) throw() {
    const int whence = from == ios_base::beg ? SEEK_SET : from == ios_base::cur ? SEEK_CUR : SEEK_END;
    return fseek(_M_cfile, offset, whence) ? -1 : ftell(_M_cfile);
}

int __basic_file<char>::sync() { return fflush(_M_cfile); }

/* How many characters are there at least: the rest of the file. */
streamsize __basic_file<char>::showmanyc() {
    const long at = ftell(_M_cfile);
    if (at < 0 || fseek(_M_cfile, 0, SEEK_END)) return 0;
    const long end = ftell(_M_cfile);
    fseek(_M_cfile, at, SEEK_SET);
    return end - at;
}

/* All characters of one buffer to another; whether it was because the first ended. */
template <>
streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &ended) {
    typedef streambuf::traits_type traits;
    const traits::int_type end = traits::eof();
    streamsize count = 0;
    ended = true;
    for (traits::int_type c = from->sgetc(); c != end; c = from->snextc(), count++)
        if (to->sputc(traits::to_char_type(c)) == end) {
            ended = false;
            break;
        }
    return count;
}

}  // namespace std

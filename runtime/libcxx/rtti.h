/* What compilers write down about C++ types and objects (Itanium C++ ABI,
 * sections 2.5, 2.9 and 2.9.5), and the questions that handlers and casts ask. */
#ifndef SIMDIFF_RTTI_H
#define SIMDIFF_RTTI_H

namespace rtti {

struct Type {
    void *const *table;
    const char *name;
};

struct Single : Type {
    const Type *base;
};

struct Base {
    const Type *type;
    long offset_flags;
    bool is_virtual() const { return offset_flags & 1; }
    bool is_public() const { return offset_flags & 2; }
    long offset() const { return offset_flags >> 8; }
};

struct Multiple : Type {
    unsigned flags, count;
    Base bases[];
};

struct Pointer : Type {
    unsigned flags;
    const Type *target;
};

bool same(const Type *x, const Type *y);
bool is_pointer(const Type *type);

/* Whether a handler for `caught` takes an object of type `thrown` at *at, which
 * becomes what the handler sees (C++11 [except.handle] 3). */
bool catches(const Type *caught, const Type *thrown, void **at);

}  // namespace rtti

#endif

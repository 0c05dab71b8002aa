/* dynamic_cast, and which handlers take which objects. */
#include "rtti.h"

extern "C" {
extern void *_ZTVN10__cxxabiv120__si_class_type_infoE[];
extern void *_ZTVN10__cxxabiv121__vmi_class_type_infoE[];
extern void *_ZTVN10__cxxabiv119__pointer_type_infoE[];
extern void *_ZTVN10__cxxabiv117__class_type_infoE[];
}

namespace rtti {

/* Qualifiers of a pointer's target. */
enum { CONST = 1, QUALIFIERS = 1 | 2 | 4 };

static bool is(const Type *type, void *const *table) { return type->table == table + 2; }

bool is_pointer(const Type *type) { return is(type, _ZTVN10__cxxabiv119__pointer_type_infoE); }

bool same(const Type *x, const Type *y) {
    if (x == y || x->name == y->name) return true;
    /* Names of types local to a file start so, and are unique by address. */
    if (x->name[0] == '*' || y->name[0] == '*') return false;
    const char *p = x->name, *q = y->name;
    while (*p && *p == *q) p++, q++;
    return *p == *q;
}

static bool is_class(const Type *type) {
    return is(type, _ZTVN10__cxxabiv117__class_type_infoE) ||
           is(type, _ZTVN10__cxxabiv120__si_class_type_infoE) ||
           is(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE);
}

/* The subobjects of one type in an object: how many, one of them, and whether a
 * way of public bases only leads to that one. */
struct Found {
    int count;
    const char *at;
    bool is_public;
};

/* Adds the subobjects of type `wanted` in the object of type `type` that starts at
 * `at`, or would if there were an object; those elsewhere than at `only` are left out if that is given. */
static void find(const Type *type, const char *at, bool object, bool is_public, const Type *wanted,
                 const char *only, Found *found) {
    if (same(type, wanted)) {
        if (only && at != only) return;
        if (found->count == 0 || found->at != at) {
            found->count++;
            found->at = at;
            found->is_public = is_public;
        } else {
            found->is_public |= is_public;
        }
        return;
    }
    if (is(type, _ZTVN10__cxxabiv120__si_class_type_infoE)) {
        find(static_cast<const Single *>(type)->base, at, object, is_public, wanted, only, found);
    } else if (is(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE)) {
        const Multiple *multiple = static_cast<const Multiple *>(type);
        for (unsigned i = 0; i < multiple->count; i++) {
            const Base *base = &multiple->bases[i];
            long offset = base->offset();
            /* A virtual base's place is in the object's table, if there is an object. */
            if (base->is_virtual())
                offset = object ? *(const long *)(*(const char *const *)at + offset) : 0;
            find(base->type, at + offset, object, is_public && base->is_public(), wanted, only, found);
        }
    }
}

/* Whether a pointer to `from` converts to one to its base `to`. */
static bool upcast(const Type *from, const Type *to, void **at) {
    if (same(from, to)) return true;
    if (!is_class(from) || !is_class(to)) return false;
    Found found = {0, 0, false};
    find(from, (const char *)*at, *at, true, to, 0, &found);
    if (found.count != 1 || !found.is_public) return false;
    if (*at) *at = (void *)found.at;
    return true;
}

/* Whether qualifiers are all that a pointer's target gains; `constant` if all levels
 * above are (C++11 [conv.qual] 4). */
static bool qualifies(const Type *from, const Type *to, bool constant) {
    if (same(from, to)) return true;
    if (!is_pointer(from) || !is_pointer(to)) return false;
    const Pointer *x = static_cast<const Pointer *>(from), *y = static_cast<const Pointer *>(to);
    unsigned lost = x->flags & ~y->flags & QUALIFIERS, gained = y->flags & ~x->flags & QUALIFIERS;
    if (lost || (gained && !constant)) return false;
    return qualifies(x->target, y->target, constant && y->flags & CONST);
}

bool catches(const Type *caught, const Type *thrown, void **at) {
    if (same(caught, thrown)) return true;
    if (!is_pointer(caught)) return upcast(thrown, caught, at);
    if (thrown->name[0] == 'D' && thrown->name[1] == 'n') {
        *at = 0; /* nullptr */
        return true;
    }
    if (!is_pointer(thrown)) return false;
    const Pointer *to = static_cast<const Pointer *>(caught);
    const Pointer *from = static_cast<const Pointer *>(thrown);
    if (from->flags & ~to->flags & QUALIFIERS) return false;
    if (qualifies(from->target, to->target, to->flags & CONST)) return true;
    /* Any object pointer is caught as a void pointer, but no function's is. */
    if (to->target->name[0] == 'v' && !to->target->name[1]) return from->target->name[0] != 'F';
    return upcast(from->target, to->target, at);
}

/* The subobjects of type `to` in an object that contain the subobject of type
 * `from` at `at`: how many, one of them, and whether publicly. */
static void find_around(const Type *type, const char *object, const Type *to, const Type *from,
                        const char *at, Found *found) {
    if (same(type, to)) {
        Found inside = {0, 0, false};
        find(type, object, true, true, from, at, &inside);
        if (inside.count == 0) return;
        if (found->count == 0 || found->at != object) {
            found->count++;
            found->at = object;
            found->is_public = inside.is_public;
        } else {
            found->is_public |= inside.is_public;
        }
        return;
    }
    if (is(type, _ZTVN10__cxxabiv120__si_class_type_infoE)) {
        find_around(static_cast<const Single *>(type)->base, object, to, from, at, found);
    } else if (is(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE)) {
        const Multiple *multiple = static_cast<const Multiple *>(type);
        for (unsigned i = 0; i < multiple->count; i++) {
            const Base *base = &multiple->bases[i];
            long offset = base->offset();
            if (base->is_virtual()) offset = *(const long *)(*(const char *const *)object + offset);
            find_around(base->type, object + offset, to, from, at, found);
        }
    }
}

}  // namespace rtti

/* C++ [expr.dynamic.cast] 8. */
extern "C" void *__dynamic_cast(const void *at, const rtti::Type *from, const rtti::Type *to, long) {
    using namespace rtti;
    const long *table = *(const long *const *)at;
    const char *whole = (const char *)at + table[-2];
    const Type *type = (const Type *)table[-1];
    /* Down: the one `to` that the subobject is a public base of. */
    Found around = {0, 0, false};
    find_around(type, whole, to, from, (const char *)at, &around);
    if (around.count == 1 && around.is_public) return (void *)around.at;
    /* Across: the subobject is a public base of the whole, which has one `to`. */
    Found self = {0, 0, false}, other = {0, 0, false};
    find(type, whole, true, true, from, (const char *)at, &self);
    if (self.count == 0 || !self.is_public) return 0;
    find(type, whole, true, true, to, 0, &other);
    return other.count == 1 && other.is_public ? (void *)other.at : 0;
}

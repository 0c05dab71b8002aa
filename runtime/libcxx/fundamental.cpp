/* The descriptions of the types that the language itself has, and of pointers to
 * them: a compiler writes them down where this destructor is. */
namespace std {
class type_info {
public:
    virtual ~type_info();
    const char *name;
};
}  // namespace std

namespace __cxxabiv1 {
class __fundamental_type_info : public std::type_info {
public:
    virtual ~__fundamental_type_info();
};
__fundamental_type_info::~__fundamental_type_info() {}
}  // namespace __cxxabiv1

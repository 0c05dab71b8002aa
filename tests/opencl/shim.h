// Builtins on arrays: lanes are read and written one by one.
#define SHIM1(N, V, name, T, R)                                                         \
    void shim_##name##_##T##_##N(const T *a, R *r) {                                    \
        T##V x;                                                                         \
        for (int i = 0; i < N; i++) ((T *)&x)[i] = a[i];                                \
        R##V y = name(x);                                                               \
        for (int i = 0; i < N; i++) r[i] = ((R *)&y)[i];                                \
    }
#define SHIM2(N, V, name, T, U, R)                                                      \
    void shim_##name##_##T##_##N(const T *a, const U *b, R *r) {                        \
        T##V x;                                                                         \
        U##V y;                                                                         \
        for (int i = 0; i < N; i++) ((T *)&x)[i] = a[i], ((U *)&y)[i] = b[i];           \
        R##V z = name(x, y);                                                            \
        for (int i = 0; i < N; i++) r[i] = ((R *)&z)[i];                                \
    }
#define SHIM3(N, V, name, T)                                                            \
    void shim_##name##_##T##_##N(const T *a, const T *b, const T *c, T *r) {            \
        T##V x, y, z;                                                                   \
        for (int i = 0; i < N; i++)                                                     \
            ((T *)&x)[i] = a[i], ((T *)&y)[i] = b[i], ((T *)&z)[i] = c[i];              \
        T##V w = name(x, y, z);                                                         \
        for (int i = 0; i < N; i++) r[i] = ((T *)&w)[i];                                \
    }
#define SIZES(F, ...) F(1, , __VA_ARGS__) F(2, 2, __VA_ARGS__) F(3, 3, __VA_ARGS__)     \
    F(4, 4, __VA_ARGS__) F(8, 8, __VA_ARGS__) F(16, 16, __VA_ARGS__)

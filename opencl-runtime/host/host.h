// What the chapters of the host library share: objects, commands, and the primitives of
// whoever runs the program.
//
// Handles are pointers to blocks that go with the last reference, so that what is used
// after its release is an access to freed memory. Commands are carried out as soon as
// what they wait for is complete; that one order stands for all where no two accesses
// meet that nothing orders, which whoever runs the program looks for: it is told which
// command waits for which, when the host waits, and what is done by whom.
#ifndef SIMDIFF_HOST_H
#define SIMDIFF_HOST_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// ---- Kernels, as the front end lists them ----

enum simdiff_space {
    SIMDIFF_VALUE, SIMDIFF_GLOBAL, SIMDIFF_CONSTANT, SIMDIFF_LOCAL, SIMDIFF_IMAGE,
    SIMDIFF_SAMPLER
};

struct simdiff_argument {
    enum simdiff_space space;
    size_t size;            // of a value
    const char *type, *name;
    unsigned is_const;
    // Of an image: CL_MEM_OBJECT_IMAGE2D, say, and CL_KERNEL_ARG_ACCESS_READ_ONLY.
    cl_mem_object_type image;
    cl_kernel_arg_access_qualifier access;
};

struct simdiff_kernel {
    const char *name;
    void (*run)(void **arguments);  // one work-item; each argument by its address
    unsigned count;
    const struct simdiff_argument *arguments;
    size_t required[3];             // zeros without `reqd_work_group_size`
    unsigned sees_groups;           // whether it can tell how items are grouped
    const char *unmodelled;         // what of it is not modelled, or null
    size_t local;                   // bytes of its variables in local memory
};

struct simdiff_program {
    const char *source;
    size_t length;
    const char *options;
    unsigned failed;
    const char *log;
    unsigned count;
    const struct simdiff_kernel *kernels;
};

// All programs that are known so far.
extern const struct simdiff_program simdiff_programs[];
extern const unsigned simdiff_program_count;
// Which kinds of devices there are: CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU or both.
extern const cl_device_type simdiff_device_types;

// ---- Primitives ----

// Memory that starts undefined, as reports call it.
void *simdiff_new(size_t size, const char *name);
// A number that has to be known: one that depends on inputs and has few values splits the
// path, one path for each.
size_t simdiff_known(size_t number);
// What is not modelled ends the path.
_Noreturn void simdiff_unsupported(const char *function, const char *what);
// Has the front end compile a program that is not among the known ones.
_Noreturn void simdiff_build(const char *source, size_t length, const char *options)
    __asm("simdiff.host.build");
// A command of this name, enqueued here. They are numbered from 1.
unsigned simdiff_enqueued(const char *name) __asm("simdiff.host.enqueued");
// `earlier` is complete before `later` begins.
void simdiff_order(unsigned later, unsigned earlier) __asm("simdiff.host.order");
// What the host has done so far comes before the command.
void simdiff_signal(unsigned command) __asm("simdiff.host.signal");
// What is done from here to the end is done by the command.
void simdiff_begin(unsigned command) __asm("simdiff.host.begin");
void simdiff_end(unsigned command) __asm("simdiff.host.end");
// The host goes on when the command is complete; it began already, or never will.
void simdiff_wait(unsigned command, unsigned complete) __asm("simdiff.host.wait");
// The command uses an object that is mapped for writing, or writes one that is mapped for
// reading: undefined (5.4.3).
_Noreturn void simdiff_mapped(unsigned command, unsigned for_reading)
    __asm("simdiff.host.mapped");
// A command that is about to run was given these bytes, and may read or write them.
// `SIMDIFF_LENT` ones are mapped for reading, which is why they may not be written.
enum { SIMDIFF_READS = 1, SIMDIFF_WRITES = 2, SIMDIFF_LENT = 4 };
void simdiff_given(unsigned command, const char *start, size_t size, unsigned rights)
    __asm("simdiff.host.given");
// Memory of the program's becomes that of a buffer (CL_MEM_USE_HOST_PTR), and ceases to
// be: between, what the host and commands do to it is seen by the others at maps only.
void simdiff_adopt(const void *start, size_t size) __asm("simdiff.host.adopt");
void simdiff_disown(const void *start, size_t size) __asm("simdiff.host.disown");
// The command has mapped these bytes for the host, for writing or only for reading, and
// has unmapped them; to unmap for writing what was not mapped passes on what is there.
void simdiff_share(unsigned command, const void *start, size_t size, unsigned writes)
    __asm("simdiff.host.share");
void simdiff_unshare(const void *start, size_t size, unsigned writes)
    __asm("simdiff.host.unshare");
// A call of the program's fails with this error, which it returns, and its name; `unseen`
// where the program gives no place for it.
cl_int simdiff_refused(cl_int error, const char *name, unsigned unseen)
    __asm("simdiff.host.refused");
// Whether commands run only when the host waits, not as soon as they can.
unsigned simdiff_is_delayed(void) __asm("simdiff.host.is_delayed");
// Whether the host has waited for the command, or for one that came after it.
unsigned simdiff_is_known(unsigned command) __asm("simdiff.host.is_known");

struct simdiff_range {
    cl_ulong dimensions, global[3], local[3], offset[3];
};
struct simdiff_local {
    void *memory;
    size_t size;
    void **place;           // of the pointer to it
};
// Runs a kernel in an index space, each group with fresh local memory.
void simdiff_launch(void (*run)(void **), void **arguments, const struct simdiff_range *,
    const struct simdiff_local *, size_t locals) __asm("simdiff.host.launch");

// ---- Objects ----

struct _cl_platform_id { unsigned unused; };
extern struct _cl_platform_id simdiff_platform;

struct _cl_device_id {
    cl_device_type type;
    const char *name;
    size_t group;
    cl_uint units;
    // Of a part of another device: that one, and how it was partitioned.
    cl_device_id parent, next;
    unsigned references;
    size_t partition_bytes;
    cl_device_partition_property partition[16];
};
extern cl_device_id simdiff_sub_devices;
int simdiff_is_device(cl_device_id device);
#define SIMDIFF_EXTENSIONS \
    "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics " \
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics " \
    "cl_khr_byte_addressable_store cl_khr_fp64 cl_khr_3d_image_writes"
// Bytes of local memory of a device; texels that rows of an image of a buffer are a
// multiple of.
enum { SIMDIFF_LOCAL_MEMORY = 32 << 10, SIMDIFF_PITCH_ALIGNMENT = 1 };

struct _cl_context {
    unsigned references;
    struct simdiff_callback *callbacks;
    cl_uint count;
    cl_device_id *devices;
    size_t properties;      // bytes
    cl_context_properties *property;
};

struct simdiff_command;

struct _cl_command_queue {
    unsigned references;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties properties;
    // The last command of an in-order queue, the last barrier of another.
    struct simdiff_command *last;
    // Of an out-of-order queue, the commands since its last barrier.
    struct simdiff_command **since;
    size_t count, room;
};

struct _cl_mem {
    unsigned references;
    struct simdiff_callback *callbacks;
    cl_context context;
    cl_mem_flags flags;
    size_t size;
    char *data;
    void *host;             // what the program gave
    cl_mem parent;
    size_t origin;
    struct simdiff_map *maps;
    cl_uint map_count;
    struct simdiff_lease *lease;    // of the whole buffer
    struct simdiff_image_object *image;     // null of a buffer
};

struct simdiff_image_object {
    cl_mem_object_type type;
    cl_image_format format;
    size_t texel;                   // bytes
    // What kernels are given (opencl-runtime/device/image.h).
    struct simdiff_image {
        char *texels;
        cl_ulong bytes, row, slice;
        cl_uint extents[3], order, type;
    } header;
};

struct _cl_sampler {
    unsigned references;
    cl_context context;
    cl_bool normalized;
    cl_addressing_mode mode;
    cl_filter_mode filter;
    size_t bits;                    // what kernels are given
};

#define SIMDIFF_DEVICE_ACCESS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define SIMDIFF_HOST_POINTER \
    (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)

// What of a buffer is the host's for now; it outlives the buffer.
struct simdiff_lease {
    unsigned written;       // regions mapped for writing
    unsigned read;          // regions mapped for reading only
};

struct _cl_program {
    unsigned references;
    cl_context context;
    char *source;
    size_t length;
    char *options;
    // An archive, where the program was compiled, linked, or created from a binary.
    char *object;
    size_t object_length;
    const struct simdiff_program *built;    // null before it is built
    cl_build_status status;
    cl_program_binary_type type;
    unsigned kernels;       // objects of its kernels
};

struct simdiff_value {
    unsigned set;
    size_t size;            // of local memory, or of the value
    void *data;
    cl_mem memory;
    void *pointer;          // into shared virtual memory
};

struct _cl_kernel {
    unsigned references;
    cl_program program;
    cl_context context;
    const struct simdiff_kernel *entry;
    struct simdiff_value *values;
};

struct _cl_event {
    unsigned references;
    cl_context context;
    cl_command_queue queue;
    struct simdiff_command *command;
};

// ---- Programs in parts ----

// An archive is what separate compilation and binaries are made of: SIMDIFF_ARCHIVE, and
// records of a tag, a length of 8 bytes, and as many bytes. `S`, a source, starts a part;
// `O` are its options, `N` and `H` the name and the text of a header of its own. The last
// record is an empty one: `C` of a compiled object, `A` of a library, `L` of an executable.
// src/frontend/archive.rs reads it.
#define SIMDIFF_ARCHIVE "\0simdiff archive"
enum { SIMDIFF_ARCHIVE_LENGTH = sizeof SIMDIFF_ARCHIVE };
struct simdiff_archive { char *data; size_t length; };
void simdiff_record(struct simdiff_archive *archive, char tag, const void *data, size_t length);
// All of another archive but its last record.
void simdiff_append(struct simdiff_archive *archive, const char *other, size_t length);
// What the front end has made of a source or an archive.
const struct simdiff_program *simdiff_compiled(const char *text, size_t length,
    const char *options);
cl_program simdiff_program(cl_context context);
int simdiff_has_device(cl_context context, cl_device_id device);
// The devices of a call that builds something.
cl_int simdiff_check_devices(cl_context context, cl_uint count, const cl_device_id *devices);
void simdiff_set_options(cl_program program, const char *options);

// ---- Commands ----

struct simdiff_region {     // of bytes: rows and slices from an origin
    char *start;
    size_t row, slice;
};

struct simdiff_map {
    struct simdiff_map *next;
    char *block;            // what the program got
    unsigned fresh;         // whether it is a copy
    char *data;
    size_t size;
    // What of it is mapped: bytes of a row, rows of a slice, slices; and their pitches.
    size_t extent[3], row, slice;
    cl_map_flags flags;
    struct simdiff_lease *lease;
};

struct simdiff_use {
    struct simdiff_lease *lease;
    unsigned writes;        // whether it is sure to write there
    // What it is given: a buffer, and the one that it is a part of.
    char *data, *whole;
    size_t size, whole_size;
    unsigned rights;
};

struct simdiff_command {
    unsigned number;
    cl_command_type type;
    cl_int status;          // CL_QUEUED until it has run, then CL_COMPLETE or an error
    size_t count;
    struct simdiff_command **before;
    unsigned waits_for_all; // of its queue
    // What must not be the host's while it runs.
    struct simdiff_use *uses;
    size_t use_count;
    void (*run)(struct simdiff_command *);
    struct simdiff_command *next;   // of those that have not run
    // Copies.
    struct simdiff_region from, to;
    size_t extent[3];
    // Fills.
    char *pattern;
    size_t pattern_size;
    // Maps.
    struct simdiff_map *map;
    // Launches.
    void (*item)(void **);
    void **arguments;
    struct simdiff_range range;
    struct simdiff_local *locals;
    size_t local_count;
    // Functions of the program's, which get a block or what is to be freed.
    void (*call)(void *);
    void *block;
    void (*release)(cl_command_queue, cl_uint, void **, void *);
    cl_command_queue queue;
    // Callbacks, which run also where their event failed.
    void (*notify)(cl_event, cl_int, void *);
    cl_event event;
    cl_int of_status;
    void *user_data;
};

// State of the library's that is no object of the program's is called `simdiff_…` wherever
// it is, or what it is allocated as starts with `OpenCL `: it is not looked at.

cl_int simdiff_info(const void *value, size_t size, size_t room, void *out, size_t *needed);
// Names with spaces between them, as an array of cl_name_version.
cl_int simdiff_versions(const char *names, size_t room, void *out, size_t *needed);
// What is to be called at the end of an object: a list with one more in front, and the call
// of all of them, the latest first.
struct simdiff_callback *simdiff_callback(struct simdiff_callback *next,
    void (*function)(void *object, void *data), void *data);
void simdiff_call_back(struct simdiff_callback *list, void *object);
cl_int simdiff_check_list(cl_context context, cl_uint count, const cl_event *list);
struct simdiff_command *simdiff_command(cl_command_queue queue, cl_command_type type,
    const char *name, cl_uint count, const cl_event *list);
cl_int simdiff_submit(cl_command_queue queue, struct simdiff_command *command, cl_bool blocking,
    cl_event *event);
// Has a command of no queue run when it can.
void simdiff_later(struct simdiff_command *command);
void simdiff_wait_for(struct simdiff_command *command);
struct simdiff_command *simdiff_copying(cl_command_queue queue, cl_command_type type,
    const char *name, char *to, char *from, size_t size, cl_uint count, const cl_event *list);
struct simdiff_command *simdiff_filling(cl_command_queue queue, cl_command_type type,
    const char *name, char *to, size_t size, const void *pattern, size_t pattern_size,
    cl_uint count, const cl_event *list);
// Whether flags can be those of a memory object.
int simdiff_are_valid(cl_mem_flags flags);
// The errors of all commands on a memory object.
cl_int simdiff_check(cl_command_queue queue, cl_mem memory, cl_uint count, const cl_event *list);
cl_int simdiff_check_buffer(cl_command_queue queue, cl_mem memory, cl_uint count,
    const cl_event *list);
int simdiff_host_may_not(cl_mem memory, cl_mem_flags only_other);
// A command that copies rows and slices from one place to another.
struct simdiff_command *simdiff_copying_region(cl_command_queue queue, cl_command_type type,
    const char *name, struct simdiff_region to, struct simdiff_region from,
    const size_t extent[3], cl_uint count, const cl_event *list);
#define SIMDIFF_MAP_WRITES (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)
// Maps rows and slices of a memory object: what the program gets, or null with an error.
void *simdiff_map_region(cl_command_queue queue, cl_mem memory, cl_command_type type,
    const char *name, cl_bool blocking, cl_map_flags flags, struct simdiff_region region,
    const size_t extent[3], cl_uint count, const cl_event *list, cl_event *event,
    cl_int *errcode_ret);
struct simdiff_command *simdiff_mapping(cl_command_queue queue, cl_command_type type,
    const char *name, struct simdiff_map *map, cl_uint count, const cl_event *list);
struct simdiff_command *simdiff_unmapping(cl_command_queue queue, cl_command_type type,
    const char *name, struct simdiff_map *map, cl_uint count, const cl_event *list);
// The shared virtual memory that a pointer leads to, as a buffer, or null.
cl_mem simdiff_shared(const void *pointer);
// What a command does to the buffers that it uses: a kernel what they are made for,
// others read all or write the last one.
enum simdiff_purpose { SIMDIFF_KERNEL, SIMDIFF_SOURCE, SIMDIFF_TARGET };
void simdiff_use(struct simdiff_command *command, size_t count, const cl_mem *buffers,
    enum simdiff_purpose purpose);
cl_event simdiff_event(cl_context context, cl_command_queue queue,
    struct simdiff_command *command);

#define REFUSE(error) return simdiff_refused((error), #error, 0)
#define FAIL(error) do { \
    if (errcode_ret) *errcode_ret = (error); else simdiff_refused((error), #error, 1); \
    return NULL; } while (0)
#define DONE(handle) do { if (errcode_ret) *errcode_ret = CL_SUCCESS; return (handle); } while (0)
// A new object of a type of the standard's.
#define NEW(type) ((struct _##type *)memset( \
    simdiff_new(sizeof(struct _##type), "OpenCL " #type), 0, sizeof(struct _##type)))
#define RETAIN(handle, error) do { \
    if (!(handle)) return (error); (handle)->references++; return CL_SUCCESS; } while (0)

#endif

// Objects, commands and primitives that the chapters of the host library share.
//
// Handles are pointers to blocks that are freed with the last reference, so that a use
// after release is an access to freed memory. A command runs as soon as the commands that
// it waits for are complete. This one order stands for all if no two unordered accesses
// conflict, which the executor checks: the primitives report which command waits for which,
// when the host waits, and which party makes an access.
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
    cl_kernel_arg_type_qualifier qualifiers;
    // For an image: its type, as CL_MEM_OBJECT_IMAGE2D, and access, as
    // CL_KERNEL_ARG_ACCESS_READ_ONLY.
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
    size_t sub_group;               // items of a sub-group, where a group is not smaller
};

struct simdiff_program {
    const char *source;
    size_t length;
    const char *options;
    unsigned failed;        // SIMDIFF_FAILED or SIMDIFF_WRONG_OPTIONS
    const char *log;
    unsigned count;
    const struct simdiff_kernel *kernels;
};

enum { SIMDIFF_FAILED = 1, SIMDIFF_WRONG_OPTIONS };

// The programs that are compiled so far.
extern const struct simdiff_program simdiff_programs[];
extern const unsigned simdiff_program_count;
// The types of devices: CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU or both.
extern const cl_device_type simdiff_device_types;
// The extensions of devices, and their optional features of OpenCL C 3.0, separated by
// spaces: those with which clang compiles programs.
extern const char simdiff_extensions[], simdiff_features[];

// ---- Primitives ----

// Allocates uninitialised memory with a name for reports.
void *simdiff_new(size_t size, const char *name);
// The value of a number that has to be known. If it depends on inputs and has few values,
// the path splits into one path for each.
size_t simdiff_known(size_t number);
// Ends the path at something that is not modelled.
_Noreturn void simdiff_unsupported(const char *function, const char *what);
// Asks the front end to compile a program that is not among the known ones.
_Noreturn void simdiff_build(const char *source, size_t length, const char *options)
    __asm("simdiff.host.build");
// Adds a command with a name at this point of the host. Returns its number, from 1.
unsigned simdiff_enqueued(const char *name) __asm("simdiff.host.enqueued");
// Orders two commands: `earlier` is complete before `later` begins.
void simdiff_order(unsigned later, unsigned earlier) __asm("simdiff.host.order");
// Orders the command after what the host has done so far.
void simdiff_signal(unsigned command) __asm("simdiff.host.signal");
// Attributes the accesses from begin to end to the command.
void simdiff_begin(unsigned command) __asm("simdiff.host.begin");
void simdiff_end(unsigned command) __asm("simdiff.host.end");
// Makes the host wait until the command is complete: `complete` if it has run already, else
// it never will.
void simdiff_wait(unsigned command, unsigned complete) __asm("simdiff.host.wait");
// Reports that the host waits for a command that may never run, since nothing has flushed
// the queue of another one that has to run before it (5.15).
_Noreturn void simdiff_unflushed(unsigned command, unsigned earlier)
    __asm("simdiff.host.unflushed");
// Reports that a callback of an event makes a call that it must not make, which is undefined
// (5.11, clSetEventCallback).
_Noreturn void simdiff_in_callback(void) __asm("simdiff.host.in_callback");
// Reports that the command uses an object mapped for writing, or writes one mapped for
// reading, which is undefined (5.4.3).
_Noreturn void simdiff_mapped(unsigned command, unsigned for_reading)
    __asm("simdiff.host.mapped");
// Reports that commands use two memory objects over the same memory of the program, which is
// undefined (5.2.1).
_Noreturn void simdiff_overlapping(unsigned command, unsigned other)
    __asm("simdiff.host.overlapping");
// Reports a range that a command about to run was given, with its rights. `SIMDIFF_LENT`
// ranges are mapped for reading, and may not be written for that reason. `SIMDIFF_UNNAMED`
// ranges are shared virtual memory that a kernel was not given.
enum { SIMDIFF_READS = 1, SIMDIFF_WRITES = 2, SIMDIFF_LENT = 4, SIMDIFF_UNNAMED = 8 };
void simdiff_given(unsigned command, const char *start, size_t size, unsigned rights)
    __asm("simdiff.host.given");
// Makes memory of the program a buffer's (CL_MEM_USE_HOST_PTR), and ends that. Between the
// two, the host and commands see each other's writes only through maps.
void simdiff_adopt(const void *start, size_t size) __asm("simdiff.host.adopt");
void simdiff_disown(const void *start, size_t size) __asm("simdiff.host.disown");
// Reports that the command has mapped a range for the host, for writing or only for
// reading, and that a range is unmapped. To unmap for writing without a map makes the
// contents visible to commands.
void simdiff_share(unsigned command, const void *start, size_t size, unsigned writes)
    __asm("simdiff.host.share");
void simdiff_unshare(const void *start, size_t size, unsigned writes)
    __asm("simdiff.host.unshare");
// Reports a failed call of the program, and returns its error. `noticed` says where the
// program can find the error: in the result, nowhere, or in a place that it passes. `name` is
// the error's name; with ": " and a reason behind it, reports name the call whether or not the
// program looks at the error.
enum { SIMDIFF_RETURNED, SIMDIFF_NOWHERE, SIMDIFF_STORED };
cl_int simdiff_refused(cl_int error, const char *name, unsigned noticed)
    __asm("simdiff.host.refused");
// Whether commands run only when the host waits, not as soon as they can.
unsigned simdiff_is_delayed(void) __asm("simdiff.host.is_delayed");
// Whether the host has waited for the command, or for one ordered after it; in a callback,
// whether the command is ordered before the callback.
unsigned simdiff_is_known(unsigned command) __asm("simdiff.host.is_known");
// Notes that the library chooses what an implementation may choose: how far a command is that the
// program asks for, or the size of groups.
enum { SIMDIFF_OF_PROGRESS, SIMDIFF_OF_GROUPS };
void simdiff_chosen(unsigned what) __asm("simdiff.host.chosen");
// Makes memory an input of the program.
void klee_make_symbolic(void *at, size_t size, const char *name);

struct simdiff_range {
    cl_ulong dimensions, global[3], local[3], offset[3], sub_group;
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
    // For a sub-device: its parent, the next sub-device, and how the parent was
    // partitioned.
    cl_device_id parent, next;
    unsigned references;
    size_t partition_bytes;
    cl_device_partition_property partition[16];
};
extern cl_device_id simdiff_sub_devices;
int simdiff_is_device(cl_device_id device);
// Items of a sub-group, unless the kernel requires another number.
enum { SIMDIFF_SUB_GROUP = 32 };
// Limits of the devices: bytes of local memory, of a buffer in constant memory and of a
// kernel's arguments, and the number of arguments in constant memory.
enum {
    SIMDIFF_LOCAL_MEMORY = 32 << 10, SIMDIFF_CONSTANT_BUFFER = 64 << 10,
    SIMDIFF_CONSTANT_ARGUMENTS = 8, SIMDIFF_PARAMETERS = 1024
};
// Bytes of the largest buffer, texels of the largest images, and the pitch alignment of
// images of buffers, in texels.
#define SIMDIFF_LARGEST_BUFFER (1ul << 30)
enum {
    SIMDIFF_PLANE = 16384, SIMDIFF_VOLUME = 2048, SIMDIFF_LINE = 65536,
    SIMDIFF_PITCH_ALIGNMENT = 1
};

struct _cl_context {
    unsigned references;
    struct simdiff_callback *callbacks;
    cl_uint count;
    cl_device_id *devices;
    size_t properties;      // bytes
    cl_context_properties *property;
};

struct simdiff_command;

// How far a queue is flushed. It outlives the queue.
struct simdiff_progress {
    unsigned latest;        // number of the last command
    unsigned flushed;       // number of the last command that is sure to be submitted
};

struct _cl_command_queue {
    unsigned references;
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties properties;
    struct simdiff_progress *progress;
    // The last command of an in-order queue; the last barrier of an out-of-order queue.
    struct simdiff_command *last;
    // For an out-of-order queue, the commands since its last barrier.
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
    // The header that kernels are given (opencl-runtime/device/image.h).
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

// The regions of a buffer that are mapped for the host, and the memory of the program that
// the buffer uses, if any. It outlives the buffer.
struct simdiff_lease {
    unsigned written;       // regions mapped for writing
    unsigned read;          // regions mapped for reading only
    const char *lent;
    size_t size;            // of that memory, or 0
    unsigned user;          // the last command that used the buffer, or 0
    struct simdiff_map *mapped;
    struct simdiff_lease *next;     // of another living buffer with such memory
};
struct simdiff_lease *simdiff_new_lease(void);
// Makes memory of the program a buffer's, and ends that.
void simdiff_lend(struct simdiff_lease *lease, const char *memory, size_t size);
void simdiff_take_back(struct simdiff_lease *lease);
// Records that a command uses a buffer, and reports other buffers in use over its memory.
void simdiff_operate(unsigned command, struct simdiff_lease *lease);

struct _cl_program {
    unsigned references;
    cl_context context;
    char *source;
    size_t length;
    char *options;
    // An archive, if the program was compiled, linked, or created from a binary.
    char *object;
    size_t object_length;
    const struct simdiff_program *built;    // null before it is built
    cl_build_status status;
    cl_program_binary_type type;
    unsigned char *built_for;       // for each device of the context
    struct simdiff_command *building;       // the callback at the end of its build, or null
    unsigned kernels;       // objects of its kernels
};

struct simdiff_value {
    unsigned set;
    size_t size;            // of local memory, or of the value
    void *data;
    cl_mem memory;
    void *pointer;          // into shared virtual memory
    cl_sampler sampler;     // not retained, as memory objects
};

struct _cl_kernel {
    unsigned references;
    cl_program program;
    cl_context context;
    const struct simdiff_kernel *entry;
    struct simdiff_value *values;
    // Shared virtual memory that it may reach through pointers in memory.
    void **named;
    size_t named_count;
};

struct _cl_event {
    unsigned references;
    cl_context context;
    cl_command_queue queue;
    struct simdiff_command *command;
};

// ---- Programs in parts ----

// Compiled objects and binaries are archives: SIMDIFF_ARCHIVE, followed by records of a
// tag, a length of 8 bytes, and that many bytes. `S`, a source, starts a part; `O` is its
// options, `N` and `H` are the name and the text of one of its headers. The last record is
// empty: `C` for a compiled object, `A` for a library, `L` for an executable.
// src/frontend/archive.rs reads archives.
#define SIMDIFF_ARCHIVE "\0simdiff archive"
enum { SIMDIFF_ARCHIVE_LENGTH = sizeof SIMDIFF_ARCHIVE };
struct simdiff_archive { char *data; size_t length; };
void simdiff_record(struct simdiff_archive *archive, char tag, const void *data, size_t length);
// Appends all of another archive but its last record.
void simdiff_append(struct simdiff_archive *archive, const char *other, size_t length);
// The compiled program of a source or an archive; ends the run if it is not compiled yet.
const struct simdiff_program *simdiff_compiled(const char *text, size_t length,
    const char *options);
cl_program simdiff_program(cl_context context);
int simdiff_has_device(cl_context context, cl_device_id device);
// Whether a program has a binary for a device; and records that it has one for the devices
// of a list or, without a list, for all of its context.
int simdiff_is_for(cl_program program, cl_device_id device);
void simdiff_is_now_for(cl_program program, cl_uint count, const cl_device_id *devices);
// Checks the devices that are passed to a call that builds a program.
cl_int simdiff_check_devices(cl_context context, cl_uint count, const cl_device_id *devices);
void simdiff_set_options(cl_program program, const char *options);
// Whether a program's build has certainly ended, and whether kernels can be made of it.
int simdiff_is_ended(cl_program program);
int simdiff_is_executable(cl_program program);
// Begins a build whose end the program is notified of: the call returns before the end. The
// callback is a command, with the name of the function that builds.
void simdiff_notify(cl_program program, const char *name,
    void (CL_CALLBACK *notify)(cl_program, void *), void *data);

// ---- Memory ----

// Keeps a block of the library reachable until the program ends: what outlives its object is
// no leak of the program.
void *simdiff_keep(void *block);

// ---- Commands ----

struct simdiff_region {     // of bytes: rows and slices from an origin
    char *start;
    size_t row, slice;
};

struct simdiff_map {
    struct simdiff_map *next;
    struct simdiff_map *other;      // another mapped region of the whole buffer
    char *block;            // what the program got
    unsigned fresh;         // whether it is a copy
    char *data;
    size_t size;
    // The mapped region: bytes of a row, rows of a slice, slices; and their pitches in the
    // block and in the memory object.
    size_t extent[3], row, slice, inner_row, inner_slice;
    cl_map_flags flags;
    unsigned is_mapped;     // whether the command that maps it has run
    struct simdiff_lease *lease;
};
// Adds a region to those mapped of a whole buffer; false if it is mapped for writing already and
// is to be mapped so again, which is an error (5.4.3).
int simdiff_map_apart(struct simdiff_map *map);
// Ends that.
void simdiff_map_end(struct simdiff_map *map);

struct simdiff_use {
    struct simdiff_lease *lease;
    unsigned writes;        // whether it is sure to write there
    // The range that the command is given: a buffer, and the buffer that this is a part of.
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
    struct simdiff_progress *progress;  // of its queue
    // Whether it is known that it and all commands before it are flushed, and the next one
    // to be looked at for that.
    unsigned is_flushed;
    struct simdiff_command *open;
    unsigned is_polled;     // whether the program has asked for its status
    // The buffers that the command uses, which must not be mapped in conflict with it.
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
    // Functions of the program: with an argument block, or with pointers to free.
    void (*call)(void *);
    void *block;
    void (*release)(cl_command_queue, cl_uint, void **, void *);
    cl_command_queue queue;
    // Callbacks; these run even if their event failed.
    void (*notify)(cl_event, cl_int, void *);
    cl_event event;
    cl_int of_status;
    void *user_data;
    void (*built)(cl_program, void *);
    cl_program program;
};

// State of the library that is not an object of the program is in variables named
// `simdiff_…`, or in blocks whose names start with `OpenCL `: the executor does not record
// accesses to it.

cl_int simdiff_info(const void *value, size_t size, size_t room, void *out, size_t *needed);
// Writes names, which are separated by spaces, as an array of cl_name_version.
cl_int simdiff_versions(const char *names, size_t room, void *out, size_t *needed);
// Callbacks at the end of an object: adds one at the front of a list, and calls all of a
// list, the latest first.
struct simdiff_callback *simdiff_callback(struct simdiff_callback *next,
    void (*function)(void *object, void *data), void *data);
void simdiff_call_back(struct simdiff_callback *list, void *object);
cl_int simdiff_check_list(cl_context context, cl_uint count, const cl_event *list);
struct simdiff_command *simdiff_command(cl_command_queue queue, cl_command_type type,
    const char *name, cl_uint count, const cl_event *list);
// A command outside of queues that waits for what another one waits for.
struct simdiff_command *simdiff_beside(const char *name, const struct simdiff_command *other);
cl_int simdiff_submit(cl_command_queue queue, struct simdiff_command *command, cl_bool blocking,
    cl_event *event);
// Enqueues a command outside of queues, to run when it can.
void simdiff_later(struct simdiff_command *command);
void simdiff_wait_for(struct simdiff_command *command);
// Orders the host after a command that it knows to have ended, without a flush.
void simdiff_see_end(struct simdiff_command *command);
// The command whose function of the program runs, or null.
extern struct simdiff_command *simdiff_caller;
// Whether commands are being run.
extern unsigned simdiff_going_on;
// Notes a call that blocks, or creates a context or a queue: a callback of an event must not
// make it.
void simdiff_blocks(void);
// Submits all commands of a queue to the device.
void simdiff_flush(struct simdiff_progress *progress);
// Chooses a size of groups that divides the index space, of at most so many items.
void simdiff_choose_groups(const struct simdiff_range *range, size_t most, size_t local[3]);
// Checks that a command and all commands before it are flushed.
void simdiff_check_flushed(struct simdiff_command *command);
// Releases a queue without a flush.
void simdiff_release_queue(cl_command_queue queue);
struct simdiff_command *simdiff_copying(cl_command_queue queue, cl_command_type type,
    const char *name, char *to, char *from, size_t size, cl_uint count, const cl_event *list);
struct simdiff_command *simdiff_filling(cl_command_queue queue, cl_command_type type,
    const char *name, char *to, size_t size, const void *pattern, size_t pattern_size,
    cl_uint count, const cl_event *list);
// Whether flags are valid for a memory object.
int simdiff_are_valid(cl_mem_flags flags);
// Checks the arguments that all commands on a memory object have in common.
cl_int simdiff_check(cl_command_queue queue, cl_mem memory, cl_uint count, const cl_event *list);
cl_int simdiff_check_buffer(cl_command_queue queue, cl_mem memory, cl_uint count,
    const cl_event *list);
int simdiff_host_may_not(cl_mem memory, cl_mem_flags only_other);
// A command that copies rows and slices between two regions.
struct simdiff_command *simdiff_copying_region(cl_command_queue queue, cl_command_type type,
    const char *name, struct simdiff_region to, struct simdiff_region from,
    const size_t extent[3], cl_uint count, const cl_event *list);
#define SIMDIFF_MAP_WRITES (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)
// Maps rows and slices of a memory object. Returns the mapped block, or null with an error.
// A block that is a copy has rows and slices of the size `pitch`.
void *simdiff_map_region(cl_command_queue queue, cl_mem memory, cl_command_type type,
    const char *name, cl_bool blocking, cl_map_flags flags, struct simdiff_region region,
    const size_t extent[3], const size_t pitch[2], cl_uint count, const cl_event *list,
    cl_event *event, cl_int *errcode_ret);
struct simdiff_command *simdiff_mapping(cl_command_queue queue, cl_command_type type,
    const char *name, struct simdiff_map *map, cl_uint count, const cl_event *list);
struct simdiff_command *simdiff_unmapping(cl_command_queue queue, cl_command_type type,
    const char *name, struct simdiff_map *map, cl_uint count, const cl_event *list);
// An allocation of shared virtual memory, as a buffer to which the program has no handle.
struct simdiff_shared {
    struct simdiff_shared *next;
    cl_mem memory;
    unsigned is_fine;
};
extern struct simdiff_shared *simdiff_allocations;
// The allocation of shared virtual memory that contains a pointer, as a buffer, or null.
cl_mem simdiff_shared(const void *pointer);
// Reports the shared virtual memory that a kernel about to run is not given.
void simdiff_withhold(struct simdiff_command *command);
// How a command uses its buffers. A kernel reads and writes them as their flags allow. With
// SIMDIFF_SOURCE all are only read; with SIMDIFF_TARGET the last is also written.
enum simdiff_purpose { SIMDIFF_KERNEL, SIMDIFF_SOURCE, SIMDIFF_TARGET };
void simdiff_use(struct simdiff_command *command, size_t count, const cl_mem *buffers,
    enum simdiff_purpose purpose);
cl_event simdiff_event(cl_context context, cl_command_queue queue,
    struct simdiff_command *command);

#define REFUSE(error) return simdiff_refused((error), #error, SIMDIFF_RETURNED)
#define FAIL(error) do { \
    simdiff_refused((error), #error, errcode_ret ? SIMDIFF_STORED : SIMDIFF_NOWHERE); \
    if (errcode_ret) *errcode_ret = (error); \
    return NULL; } while (0)
// The same, with a reason that reports name.
#define REFUSE_FOR(error, why) return simdiff_refused((error), #error ": " why, SIMDIFF_RETURNED)
#define FAIL_FOR(error, why) do { \
    simdiff_refused((error), #error ": " why, SIMDIFF_RETURNED); \
    if (errcode_ret) *errcode_ret = (error); \
    return NULL; } while (0)
#define SIMDIFF_GOES_ON "its build may go on, as nothing has waited for the callback"
#define DONE(handle) do { if (errcode_ret) *errcode_ret = CL_SUCCESS; return (handle); } while (0)
// A new object of a type of the standard.
#define NEW(type) ((struct _##type *)memset( \
    simdiff_new(sizeof(struct _##type), "OpenCL " #type), 0, sizeof(struct _##type)))
#define RETAIN(handle, error) do { \
    if (!(handle)) return (error); (handle)->references++; return CL_SUCCESS; } while (0)

#endif

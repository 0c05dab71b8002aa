//! Kinds of defects.

use super::Entry;

pub(super) const ENTRIES: &[Entry] = &[
    (
        "out-of-bounds-read",
        "A read outside the object that the address points into, or outside every object.",
        "If the buffer is longer than the contract says: --arg 'p=in:u8[n+16]'.",
    ),
    (
        "out-of-bounds-write",
        "A write outside the object that the address points into, or outside every object.",
        "If there is room: --arg 'd=out:u8[n] of 16*((n+15)/16)'.",
    ),
    ("null-read", "A read through a null pointer.", ""),
    ("null-write", "A write through a null pointer.", ""),
    ("read-after-free", "A read of freed memory.", ""),
    ("write-after-free", "A write to freed memory.", ""),
    (
        "read-after-return",
        "A read of a local whose function has returned.",
        "",
    ),
    (
        "write-after-return",
        "A write to a local whose function has returned.",
        "",
    ),
    (
        "read-after-scope",
        "A read of a local whose block was left.",
        "",
    ),
    (
        "write-after-scope",
        "A write to a local whose block was left.",
        "",
    ),
    (
        "misaligned-read",
        "An aligned vector load (movaps, _mm_load) at an address that need not be aligned.",
        "_mm_loadu, or promise it: --arg 'p=in:f32[n] align:16'.",
    ),
    (
        "misaligned-write",
        "An aligned vector store at an address that need not be aligned.",
        "_mm_storeu, or promise it: --arg 'p=out:f32[n] align:16'.",
    ),
    (
        "undefined-address-read",
        "A read through a pointer that is itself undefined.",
        "",
    ),
    (
        "undefined-address-write",
        "A write through a pointer that is itself undefined.",
        "",
    ),
    (
        "overlapping-copy",
        "memcpy, or a copy like it, between places that overlap.",
        "memmove",
    ),
    (
        "leak",
        "A heap block that nothing points to any more (--leaks).",
        "",
    ),
    (
        "uninitialised-output",
        "An output rests on memory that nothing wrote.",
        "--assume-zeroed-memory if memory starts as zeros.",
    ),
    (
        "over-shift",
        "A shift by at least the width of its type.",
        "--undefined shift=ignore leaves it out.",
    ),
    (
        "misaligned-access",
        "A scalar is accessed at an address without its type's alignment.",
        "memcpy; --undefined alignment=ignore leaves it out.",
    ),
    (
        "race",
        "Two work-items access the same bytes, one writes, and no barrier is between them.",
        "The report says which barrier would mend it. --assume-race-free where the order is of no matter.",
    ),
    (
        "command-race",
        "A command of a host and what nothing orders with it access the same bytes, and one writes.",
        "Wait for the command, or give it an event to wait for.",
    ),
    (
        "released-in-use",
        "The life of a buffer ends while a command that uses it may run.",
        "",
    ),
    (
        "mapped-in-use",
        "A command uses a buffer while a region of it is mapped for writing.",
        "",
    ),
    (
        "mapped-written",
        "What is mapped for reading is written, by a command or by the host.",
        "Map it for writing too, or unmap it first.",
    ),
    (
        "shared-host-memory",
        "Commands use two living buffers or images that have the same memory of the host, or \
         parts of it, with CL_MEM_USE_HOST_PTR. Results are undefined.",
        "One buffer, and sub-buffers of it.",
    ),
    (
        "read-of-write-only",
        "A kernel reads from a buffer that the host made with CL_MEM_WRITE_ONLY.",
        "",
    ),
    (
        "write-to-read-only",
        "A kernel writes to a buffer that the host made with CL_MEM_READ_ONLY.",
        "",
    ),
    (
        "read-outside-buffer",
        "A kernel reads beside the buffers, or the parts of buffers, that it was given.",
        "",
    ),
    (
        "write-outside-buffer",
        "A kernel writes beside the buffers, or the parts of buffers, that it was given.",
        "",
    ),
    (
        "unmapped-read",
        "The host reads, without a map, its own memory that is a buffer and that a command has written.",
        "Map the buffer, or read it with clEnqueueReadBuffer.",
    ),
    (
        "unmapped-write",
        "A command uses what the host has written, without a map, to its own memory that is a buffer.",
        "Map the buffer for writing, or write it with clEnqueueWriteBuffer.",
    ),
    (
        "pending-at-end",
        "The program ends while a command is pending.",
        "clFinish, or wait for its event.",
    ),
    (
        "blocking-callback",
        "A callback of an event waits or builds a program, or creates a context or a queue, which \
         OpenCL leaves undefined: clFinish, clWaitForEvents, a blocking transfer or map.",
        "Use the form that does not block, and a further callback for the rest.",
    ),
    (
        "deadlock",
        "The host waits for a command that never runs, or that a device need not run: it comes \
         after a command of another queue that is not flushed.",
        "Set the user event; clFlush a queue before commands of another one wait for its events.",
    ),
    (
        "barrier-divergence",
        "A barrier that some work-items of a group reach, and not all.",
        "",
    ),
    (
        "copy-divergence",
        "Work-items of a group give an asynchronous copy different arguments.",
        "",
    ),
    (
        "argument-divergence",
        "Work-items of a group, or of a sub-group, give a function different arguments where \
         it takes one for all, such as the item that work_group_broadcast names.",
        "",
    ),
    (
        "invalid-event",
        "A group waits for an event of no asynchronous copy that is under way.",
        "Wait for what async_work_group_copy returned, once.",
    ),
    (
        "unfinished-copy",
        "A group ends without having waited for an asynchronous copy.",
        "",
    ),
    (
        "format-mismatch",
        "An argument of printf in a kernel has not the type that its conversion demands, which is \
         undefined in OpenCL C: %d takes 32 bits, and %ld takes 64, such as those of get_global_id.",
        "A cast of the argument, or another conversion.",
    ),
    ("double-free", "Memory is freed twice.", ""),
    (
        "invalid-free",
        "A pointer is freed that malloc did not return.",
        "",
    ),
    (
        "division-by-zero",
        "An integer is divided by zero.",
        "Exclude it by a range: --arg 'd=i32 in 1..100'.",
    ),
    (
        "division-overflow",
        "The least integer is divided by -1.",
        "",
    ),
    (
        "write-to-input",
        "A write to a buffer that the contract makes an input.",
        "If it is an output: --arg 'p=inout:u8[n]'.",
    ),
    ("write-to-constant", "A write to a constant.", ""),
    ("undefined-branch", "A branch on uninitialised memory.", ""),
    ("assertion", "An assertion of the program can fail.", ""),
    ("abort", "The program calls abort, or traps.", ""),
    (
        "uncaught-exception",
        "Nobody catches an exception, and the program terminates.",
        "",
    ),
    (
        "unreachable",
        "A point is reached that is declared unreachable.",
        "",
    ),
    (
        "invalid-call",
        "A call through a pointer that is no function's address.",
        "",
    ),
    (
        "partly-symbolic",
        "klee_make_symbolic of part of an object.",
        "Pass the whole object and its size.",
    ),
    (
        "signed-overflow",
        "A signed integer overflows in the port and not in the reference.",
        "--undefined overflow=ignore compares the value that wraps around.",
    ),
    (
        "conversion-out-of-range",
        "A float is converted to an integer that cannot hold it.",
        "Clamp first, or give the input a range.",
    ),
    (
        "bit-scan-of-zero",
        "The first bit that is set is sought in zero.",
        "Test for zero first.",
    ),
    (
        "array-length",
        "An array of variable length has no elements.",
        "--undefined array-length=ignore leaves it out.",
    ),
    (
        "array-index",
        "An element is named that its array does not have; what lies there belongs to the same structure, or to the next row of a larger array.",
        "Where rows are meant to be one sequence, index that: p = &m[0][0]; or --undefined array-index=ignore.",
    ),
    (
        "broken-restrict",
        "Bytes are accessed through a `restrict` parameter and around it, and one of the accesses writes.",
        "If callers pass such buffers, drop `restrict`.",
    ),
    (
        "false-assumption",
        "An assumption that the program makes for the compiler does not hold.",
        "",
    ),
];

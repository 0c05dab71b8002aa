//! Facilities that programs may call for and that are not executed, by the names of their
//! functions, with advice on what to do instead.

/// A facility that is not executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// More than one thread.
    Threads,
    /// Other processes.
    Processes,
    /// The network.
    Sockets,
    /// Switching between stacks.
    Stacks,
    /// Signals and their handlers.
    Signals,
    /// Loading code at run time.
    Loading,
    /// Mapping memory.
    Mapping,
    /// Changes of the file system.
    FileSystem,
    /// Pipes of OpenCL.
    Pipes,
    /// Kernels that enqueue kernels.
    DeviceQueues,
    /// Another builtin of OpenCL C.
    Builtin,
}

const NAMES: [(Refused, &[&str]); 11] = [
    (
        Refused::Threads,
        &[
            "pthread_create",
            "pthread_join",
            "pthread_detach",
            "pthread_cond_wait",
            "pthread_cond_timedwait",
            "pthread_barrier_wait",
            "thrd_create",
            "sem_wait",
            "clone",
            "std::thread::_M_start_thread",
            "std::thread::join",
            "std::thread::detach",
            "std::thread::hardware_concurrency",
            "std::condition_variable::wait",
            "omp_get_num_threads",
            "__kmpc_fork_call",
            "GOMP_parallel",
        ],
    ),
    (
        Refused::Processes,
        &[
            "fork",
            "vfork",
            "execv",
            "execve",
            "execvp",
            "execvpe",
            "execl",
            "execle",
            "execlp",
            "posix_spawn",
            "posix_spawnp",
            "system",
            "popen",
            "pclose",
            "wait",
            "waitpid",
            "kill",
            "pipe",
        ],
    ),
    (
        Refused::Sockets,
        &[
            "socket",
            "socketpair",
            "connect",
            "bind",
            "listen",
            "accept",
            "accept4",
            "send",
            "sendto",
            "sendmsg",
            "recv",
            "recvfrom",
            "recvmsg",
            "getaddrinfo",
            "gethostbyname",
            "setsockopt",
            "select",
            "poll",
            "epoll_create",
            "epoll_create1",
            "epoll_wait",
        ],
    ),
    (
        Refused::Stacks,
        &["getcontext", "setcontext", "makecontext", "swapcontext"],
    ),
    (
        Refused::Signals,
        &[
            "signal",
            "sigaction",
            "raise",
            "sigprocmask",
            "alarm",
            "setitimer",
            "pause",
        ],
    ),
    (Refused::Loading, &["dlopen", "dlsym", "dlclose", "dlerror"]),
    (Refused::Mapping, &["mremap", "brk", "sbrk"]),
    (
        Refused::Pipes,
        &[
            "__read_pipe_2",
            "__read_pipe_4",
            "__write_pipe_2",
            "__write_pipe_4",
            "__reserve_read_pipe",
            "__reserve_write_pipe",
            "__commit_read_pipe",
            "__commit_write_pipe",
            "__work_group_reserve_read_pipe",
            "__work_group_reserve_write_pipe",
            "__work_group_commit_read_pipe",
            "__work_group_commit_write_pipe",
            "__sub_group_reserve_read_pipe",
            "__sub_group_reserve_write_pipe",
            "__sub_group_commit_read_pipe",
            "__sub_group_commit_write_pipe",
            "__get_pipe_num_packets_ro",
            "__get_pipe_num_packets_wo",
            "__get_pipe_max_packets_ro",
            "__get_pipe_max_packets_wo",
            "is_valid_reserve_id",
        ],
    ),
    (
        Refused::DeviceQueues,
        &[
            "__enqueue_kernel_basic",
            "__enqueue_kernel_basic_events",
            "__enqueue_kernel_varargs",
            "__enqueue_kernel_events_varargs",
            "__get_kernel_work_group_size_impl",
            "__get_kernel_preferred_work_group_size_multiple_impl",
            "__get_kernel_max_sub_group_size_for_ndrange_impl",
            "__get_kernel_sub_group_count_for_ndrange_impl",
            "get_default_queue",
            "ndrange_1D",
            "ndrange_2D",
            "ndrange_3D",
            "enqueue_marker",
            "create_user_event",
            "retain_event",
            "release_event",
            "set_user_event_status",
            "is_valid_event",
            "capture_event_profiling_info",
        ],
    ),
    (
        Refused::Builtin,
        &["get_image_num_mip_levels", "get_image_num_samples"],
    ),
    (
        Refused::FileSystem,
        &[
            "remove",
            "unlink",
            "rename",
            "mkdir",
            "rmdir",
            "tmpfile",
            "mkstemp",
            "truncate",
            "ftruncate",
            "chmod",
            "symlink",
            "link",
        ],
    ),
];

impl Refused {
    /// Returns the facility of a function, by its name in the source.
    pub fn by(name: &str) -> Option<Refused> {
        let asks = |(_, names): &&(Refused, &[&str])| names.contains(&name);
        NAMES.iter().find(asks).map(|(what, _)| *what)
    }

    /// Returns the statement of what is not executed.
    pub const fn what(self) -> &'static str {
        match self {
            Refused::Threads => "threads are not executed",
            Refused::Processes => "other processes are not started",
            Refused::Sockets => "there is no network",
            Refused::Stacks => "a program has one stack",
            Refused::Signals => "signals are not handled",
            Refused::Loading => "no code is loaded while a program runs",
            Refused::Mapping => "memory that the program has is not moved or extended",
            Refused::FileSystem => "the file system is not changed",
            Refused::Pipes => "pipes of OpenCL are not modelled",
            Refused::DeviceQueues => "kernels that enqueue kernels are not modelled",
            Refused::Builtin => "this builtin of OpenCL C is not modelled",
        }
    }

    /// Returns advice on how the program could be decided.
    pub const fn help(self) -> &'static str {
        match self {
            Refused::Threads => {
                "compare the functions that the threads run with simdiff check, or build the program to use one thread"
            }
            Refused::Stacks => "call the functions one after the other",
            Refused::Mapping => "allocate with malloc or mmap",
            Refused::Loading => "add the files that define what is loaded, and call it directly",
            Refused::Pipes => "pass what a pipe holds in a buffer",
            Refused::DeviceQueues => "check the kernels that are enqueued one by one",
            Refused::Builtin => {
                "simdiff intrinsics --opencl lists those that are; a function of your own may stand in for it"
            }
            Refused::Processes | Refused::Sockets | Refused::Signals | Refused::FileSystem => {
                "give the harness a stand-in for this function"
            }
        }
    }
}

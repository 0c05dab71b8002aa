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
}

const NAMES: [(Refused, &[&str]); 8] = [
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
            Refused::Processes | Refused::Sockets | Refused::Signals | Refused::FileSystem => {
                "give the harness a stand-in for this function"
            }
        }
    }
}

//! Kinds of defects, with their names and phrases.

use std::fmt;

use serde::{Serialize, Serializer};

/// Whether an access reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// It reads.
    Read,
    /// It writes.
    Write,
}

impl Access {
    /// Returns the text for reads or for writes.
    const fn of(self, read: &'static str, write: &'static str) -> &'static str {
        match self {
            Access::Read => read,
            Access::Write => write,
        }
    }

    /// Returns the verb for the access.
    pub const fn verb(self) -> &'static str {
        self.of("reads", "writes")
    }
}

/// The kind of undefined behaviour or failure of a defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DefectKind {
    /// An access that is not inside any live object.
    OutOfBounds(Access),
    /// An access through a null pointer.
    NullAccess(Access),
    /// An access to a freed object.
    UseAfterFree(Access),
    /// An access to a stack object whose function has returned.
    UseAfterReturn(Access),
    /// An access to a local after its block has been left.
    UseAfterScope(Access),
    /// A copy between overlapping blocks, by a function that does not permit it.
    Overlap,
    /// A heap block that is no longer reachable.
    Leak,
    /// An output that is computed from uninitialised memory.
    Uninitialised,
    /// A shift by at least the width, or an output that is computed from one.
    OverShift,
    /// An access of a scalar at an address without its type's alignment.
    MisalignedScalar,
    /// A vector access at an address without the alignment that it requires.
    Misaligned(Access),
    /// An access through an address that is itself undefined.
    UndefinedAddress(Access),
    /// Unordered accesses of two threads to the same bytes, at least one of which writes.
    Race,
    /// Unordered accesses of two commands of a host, or of a command and the host, to the
    /// same bytes, at least one of which writes.
    Unordered,
    /// The end of an object's lifetime while a command that uses it may be running.
    ReleasedInUse,
    /// A command that uses a memory object while a region of it is mapped for writing.
    MappedInUse,
    /// A write, by a command or by the host, to memory mapped for reading.
    MappedWritten,
    /// Commands that use two memory objects whose host memory overlaps.
    SharedHostMemory,
    /// An access by a kernel that its buffer's flags forbid.
    Forbidden(Access),
    /// An access by a kernel outside the buffers that it was given.
    OutsideBuffer(Access),
    /// An access to host memory that is used as a buffer, without a map: the host reads
    /// what a command has written, or a command uses what the host has written.
    Unmapped(Access),
    /// A command that the program does not wait for before it ends.
    PendingAtEnd,
    /// A host that waits for a command that never runs.
    Deadlock,
    /// A callback of an event that makes a call which blocks, or creates a context or a queue.
    BlockedCallback,
    /// A barrier that only some work-items of a group reach.
    BarrierDivergence,
    /// An asynchronous copy with different arguments in work-items of one group.
    CopyDivergence,
    /// A function of a group or sub-group with different arguments in its work-items where
    /// they must be equal.
    ArgumentDivergence,
    /// An asynchronous copy that its group does not wait for before it ends.
    UnfinishedCopy,
    /// A wait for an event that belongs to no pending asynchronous copy.
    InvalidEvent,
    /// A value that OpenCL C's `printf` is given without the type that its conversion demands.
    FormatMismatch,
    /// Freeing an object twice.
    DoubleFree,
    /// Freeing memory that was not allocated on the heap.
    InvalidFree,
    /// An integer division by zero.
    DivisionByZero,
    /// The smallest integer divided by −1.
    DivisionOverflow,
    /// A write to an object that the contract makes an input.
    WriteToInput,
    /// A write to a constant.
    WriteToConstant,
    /// A branch on an undefined value.
    UndefinedBranch,
    /// An assertion that can fail.
    AssertionFailed,
    /// The program called `abort` or trapped.
    Aborted,
    /// An exception that no handler catches: the program terminates.
    UncaughtException,
    /// A point declared unreachable that is reached.
    UnreachableReached,
    /// A call through a pointer that is not the address of a function.
    InvalidCall,
    /// `klee_make_symbolic` of a part of an object.
    PartlySymbolic,
    /// A failed check of `-fsanitize=undefined` in the program itself, by its name in
    /// reports.
    Reported(&'static str),
    /// A signed operation that overflows.
    SignedOverflow,
    /// A float converted to an integer type that cannot represent it.
    ConversionOutOfRange,
    /// The index of the first set bit of zero.
    BitScanOfZero,
    /// A variable-length array without elements.
    ArrayLength,
    /// An element index outside its array, which is part of a larger object.
    ArrayIndex,
    /// A false `__builtin_assume` of the program.
    FalseAssumption,
    /// Bytes accessed through a `restrict` parameter of an active call and also by other
    /// pointers, with at least one write.
    BrokenRestrict,
}

/// The name and the phrases of one kind.
struct Row {
    /// The short, stable name.
    name: &'static str,
    /// The beginning of a sentence, which is completed by the object if one is known.
    words: &'static str,
    /// Another phrase, and when it is used.
    instead: Option<(When, &'static str)>,
}

/// When the other phrase is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// If no object is known.
    NoObject,
    /// If particulars are known.
    Particulars,
}

const fn row(name: &'static str, words: &'static str) -> Row {
    Row {
        name,
        words,
        instead: None,
    }
}

impl Row {
    const fn or(self, when: When, words: &'static str) -> Row {
        Row {
            instead: Some((when, words)),
            ..self
        }
    }
}

impl DefectKind {
    /// Returns the name and the phrases of this kind.
    const fn row(self) -> Row {
        use DefectKind as D;
        use When::{NoObject, Particulars};
        match self {
            D::OutOfBounds(a) => row(
                a.of("out-of-bounds-read", "out-of-bounds-write"),
                a.of("read outside", "write outside"),
            )
            .or(
                NoObject,
                a.of("read outside every object", "write outside every object"),
            ),
            D::NullAccess(a) => row(
                a.of("null-read", "null-write"),
                "access through a null pointer",
            ),
            D::UseAfterFree(a) => row(
                a.of("read-after-free", "write-after-free"),
                "access to freed",
            ),
            D::UseAfterReturn(a) => row(
                a.of("read-after-return", "write-after-return"),
                "access, after its function has returned, to",
            )
            .or(
                NoObject,
                "access to a local of a function that has returned",
            ),
            D::UseAfterScope(a) => row(
                a.of("read-after-scope", "write-after-scope"),
                "access, after its block was left, to",
            ),
            D::Misaligned(a) => row(
                a.of("misaligned-read", "misaligned-write"),
                "aligned vector access at an unaligned place in",
            ),
            D::UndefinedAddress(a) => row(
                a.of("undefined-address-read", "undefined-address-write"),
                "access through an undefined pointer",
            ),
            D::Overlap => row("overlapping-copy", "copy between places that overlap in"),
            D::Leak => row("leak", "nothing points any more to"),
            D::Uninitialised => row(
                "uninitialised-output",
                "an output rests on uninitialised bytes of",
            )
            .or(NoObject, "an output rests on an uninitialised value"),
            D::OverShift => row("over-shift", "a shift by at least the width").or(
                Particulars,
                "an output rests on a shift by at least the width",
            ),
            D::MisalignedScalar => row(
                "misaligned-access",
                "a scalar is accessed at a misaligned address",
            ),
            D::Race => row(
                "race",
                "two threads access the same bytes without an order, and one writes, in",
            )
            .or(
                NoObject,
                "two threads access the same bytes without an order, and one writes",
            ),
            D::Unordered => row(
                "command-race",
                "a command and what nothing orders with it access the same bytes, and one writes, in",
            )
            .or(
                NoObject,
                "a command and what nothing orders with it access the same bytes, and one writes",
            ),
            D::ReleasedInUse => row(
                "released-in-use",
                "the life ends, while a command is pending, of",
            )
            .or(
                NoObject,
                "the life of a local ends while a command is pending",
            ),
            D::MappedInUse => row(
                "mapped-in-use",
                "a command uses a buffer while a region of it is mapped for writing",
            ),
            D::MappedWritten => row(
                "mapped-written",
                "what is mapped for reading is written, in",
            )
            .or(
                NoObject,
                "a command writes to a buffer while a region of it is mapped for reading",
            ),
            D::SharedHostMemory => row(
                "shared-host-memory",
                "commands use two buffers or images over the same memory (CL_MEM_USE_HOST_PTR)",
            ),
            D::Forbidden(a) => row(
                a.of("read-of-write-only", "write-to-read-only"),
                a.of(
                    "a kernel reads, though it is CL_MEM_WRITE_ONLY, from",
                    "a kernel writes, though it is CL_MEM_READ_ONLY, to",
                ),
            ),
            D::OutsideBuffer(a) => row(
                a.of("read-outside-buffer", "write-outside-buffer"),
                a.of(
                    "a kernel reads outside of the buffers that it was given, in",
                    "a kernel writes outside of the buffers that it was given, in",
                ),
            ),
            D::Unmapped(a) => row(
                a.of("unmapped-read", "unmapped-write"),
                a.of(
                    "the host reads without a map what a command has written to",
                    "a command uses what the host has written without a map to",
                ),
            ),
            D::PendingAtEnd => row(
                "pending-at-end",
                "the program ends while a command is pending",
            ),
            D::BlockedCallback => row(
                "blocking-callback",
                "a callback of an event makes a call that no callback may make",
            ),
            D::Deadlock => row("deadlock", "the host waits for a command that may never run"),
            D::BarrierDivergence => row(
                "barrier-divergence",
                "a barrier is reached by some work-items of a group, and not by all",
            ),
            D::CopyDivergence => row(
                "copy-divergence",
                "work-items of a group give an asynchronous copy different arguments",
            ),
            D::ArgumentDivergence => row(
                "argument-divergence",
                "work-items give a function of their group different arguments where it takes \
                 one for all",
            ),
            D::UnfinishedCopy => row(
                "unfinished-copy",
                "a group ends without having waited for an asynchronous copy",
            ),
            D::InvalidEvent => row(
                "invalid-event",
                "a group waits for an event of no asynchronous copy that is under way",
            ),
            D::FormatMismatch => row(
                "format-mismatch",
                "an argument of printf has not the type that its conversion demands",
            ),
            D::DoubleFree => row("double-free", "second free of"),
            D::InvalidFree => row(
                "invalid-free",
                "free of a pointer that malloc did not return",
            ),
            D::DivisionByZero => row("division-by-zero", "division by zero"),
            D::DivisionOverflow => row("division-overflow", "signed division overflows"),
            D::WriteToInput => row("write-to-input", "write to the input"),
            D::WriteToConstant => row("write-to-constant", "write to the constant"),
            D::UndefinedBranch => row("undefined-branch", "branch on uninitialised bytes of")
                .or(NoObject, "branch on an undefined value"),
            D::AssertionFailed => row("assertion", "assertion can fail"),
            D::Aborted => row("abort", "the program aborts"),
            D::UncaughtException => row("uncaught-exception", "nobody catches the exception"),
            D::UnreachableReached => row(
                "unreachable",
                "execution reaches a point declared unreachable",
            ),
            D::InvalidCall => row(
                "invalid-call",
                "call through a pointer that is no function's address",
            ),
            D::PartlySymbolic => row(
                "partly-symbolic",
                "klee_make_symbolic of other bytes than all of",
            ),
            D::Reported(kind) => row(kind, "a check of -fsanitize in the program itself fails"),
            D::SignedOverflow => row("signed-overflow", "a signed integer overflows"),
            D::ConversionOutOfRange => row(
                "conversion-out-of-range",
                "a float is converted to an integer that cannot hold it",
            ),
            D::BitScanOfZero => row(
                "bit-scan-of-zero",
                "the first bit that is set is sought in zero",
            ),
            D::ArrayLength => row(
                "array-length",
                "an array of variable length has no elements",
            ),
            D::ArrayIndex => row(
                "array-index",
                "an element is named that its array does not have",
            ),
            D::FalseAssumption => row("false-assumption", "an assumption does not hold"),
            D::BrokenRestrict => row(
                "broken-restrict",
                "bytes are accessed through a `restrict` parameter and around it, and written",
            ),
        }
    }

    /// Whether it is that control or an output rests on an undefined value.
    pub const fn is_of_undefined(self) -> bool {
        matches!(
            self,
            DefectKind::UndefinedBranch | DefectKind::Uninitialised
        )
    }

    /// Returns a short, stable name.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns what happens, as the beginning of a sentence that is completed by the
    /// object, if one is known; particulars may follow.
    pub fn words(self, has_object: bool, has_particulars: bool) -> &'static str {
        let row = self.row();
        match row.instead {
            Some((When::NoObject, words)) if !has_object => words,
            Some((When::Particulars, words)) if has_particulars => words,
            _ => row.words,
        }
    }
}

impl fmt::Display for DefectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Serialised as its name.
impl Serialize for DefectKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

//! The input and the outcome of a native call, and the byte format of both.
//!
//! `driver.c` documents the byte format; this file is its other end.

use super::ReplayError;
use crate::start::Start;

/// The alignment of buffers, in bytes, unless a case says otherwise.
const CACHE_LINE: u64 = 64;

/// One LLVM argument of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// The argument's value: its bytes as LLVM stores them in memory.
    Scalar(Vec<u8>),
    /// A pointer to memory that holds these bytes before the call.
    Buffer(Vec<u8>),
    /// A buffer that must not be written: a store to it crashes.
    ReadOnly(Vec<u8>),
    /// The pointer of an earlier argument, which is a buffer; by its index.
    Alias(usize),
    /// A pointer to an array like `argv`: pointers to these strings, and null.
    Strings(Vec<String>),
    /// Not an argument but the contents of a global variable; these come after all
    /// arguments.
    Global {
        /// Index among the variables of the surroundings.
        number: u32,
        /// The contents, all bytes of the variable.
        bytes: Vec<u8>,
        /// For each byte whether the case sets it.
        set: Vec<bool>,
        /// The byte offsets of pointers, which the outcome has as numbers that say what they
        /// point to ([`crate::contract::Address`]).
        pointers: Vec<u32>,
    },
}

/// Where a buffer lies between its guard pages, if its size is not a multiple of 64 bytes.
/// No placement detects everything: up to 63 bytes of slack hold a canary, which reveals
/// stray writes but not stray reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// The start has the residue that the case gives, by default a multiple of 64 bytes;
    /// the end is close to a guard page.
    #[default]
    Aligned,
    /// The end touches a guard page, so that a read past it crashes. The start is aligned
    /// only if the size is.
    FlushEnd,
    /// The start touches a guard page, so that a read before it crashes.
    FlushStart,
}

/// Bytes that must be initialised after a call under MemorySanitizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The argument that is the buffer; `None` for the result.
    pub arg: Option<usize>,
    /// Offset of the first byte.
    pub offset: u64,
    /// Number of bytes.
    pub length: u64,
    /// Whether they are undefined before the call: memory of a buffer in which a
    /// structure is returned.
    pub fresh: bool,
}

/// One native call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// One entry for each LLVM argument, `sret` and `byval` pointers included.
    pub args: Vec<Arg>,
    /// For each argument that is a buffer, the offset in bytes that its pointer points to;
    /// 0 without an entry.
    pub origins: Vec<u64>,
    /// For each argument that is a buffer, the residue of its start under
    /// [`Placement::Aligned`]; a multiple of 64 bytes without an entry.
    pub starts: Vec<Start>,
    /// For each argument that is an image, the header that kernels are given; its first
    /// word becomes the address of the buffer. Empty, or without an entry, for other
    /// arguments.
    pub images: Vec<Vec<u8>>,
    /// Where buffers lie between their guard pages.
    pub placement: Placement,
    /// For each argument that is a buffer, its rank among them by address; the argument's
    /// index without an entry.
    pub ranks: Vec<u32>,
    /// The objects that a harness makes symbolic with `klee_make_symbolic`,
    /// `klee_int` and `klee_range`, in the order of the calls.
    pub objects: Vec<Vec<u8>>,
    /// Whether builtins whose results OpenCL C leaves open, such as `dot`, have a value: that of
    /// a formula, which some device computes. A comparison of results must not rest on it, so
    /// by default a call of one ends the run as [`Outcome::Diverged`]; a run that looks for a
    /// race or an access outside of memory needs only some value.
    pub open_builtins: bool,
    /// The bytes that MemorySanitizer checks after the call.
    pub probe: Option<Probe>,
    /// The work-items that make the call, for a kernel.
    pub launch: Option<Items>,
    /// How a host of OpenCL runs.
    pub host: Option<HostRun>,
}

/// How the commands of a host run natively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostRun {
    /// Whether they run only when the host waits, not as soon as they can.
    pub delayed: bool,
    /// The work-items of a launch, by index, that ThreadSanitizer tells apart from all others;
    /// if `None`, it tells apart as many as it can.
    pub watched: Option<[u64; 2]>,
}

/// The work-items of a launch, and the order in which they run natively.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Items {
    /// Number of dimensions.
    pub dimensions: u64,
    /// Number of items in each dimension; 1 in an unused one.
    pub global: [u64; 3],
    /// Number of items of a group in each dimension.
    pub local: [u64; 3],
    /// The first global id in each dimension.
    pub offset: [u64; 3],
    /// Number of items of a sub-group.
    pub sub_group: u64,
    /// Whether groups, and the items of each, run last to first.
    pub in_reverse: bool,
    /// Whether asynchronous copies are made at the wait, not at the start.
    pub late_copies: bool,
    /// Whether local memory starts with the complement of its usual bytes.
    pub other_bytes: bool,
}

impl Case {
    /// A call with aligned buffers.
    pub fn new(args: Vec<Arg>) -> Case {
        Case {
            args,
            ..Case::default()
        }
    }
}

/// The outcome of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The call returned, and wrote no byte next to its buffers.
    Returned {
        /// The LLVM return value as stored in memory; empty for `void`.
        result: Vec<u8>,
        /// Memory after the call, one entry per argument; empty for scalars and strings.
        buffers: Vec<Vec<u8>>,
    },
    /// A signal ended the call.
    Crashed(Crash),
    /// The call returned, but wrote outside a buffer.
    Corrupted(Near),
    /// The call did not return in time.
    TimedOut,
    /// The call ended the process with this status.
    Exited(i32),
    /// An assertion failed, or a harness reported an error.
    Failed {
        /// The source line; 0 if unknown.
        line: u32,
        /// The text of the assertion, or the error.
        message: String,
    },
    /// A `klee_assume` or `klee_range` of the harness does not hold.
    Unmet,
    /// The harness asked for another object than the case's next one, or called a missing
    /// function.
    Diverged {
        /// The name of the object or function.
        object: String,
    },
}

impl Outcome {
    /// The builtin of OpenCL C that ended the call because its result is left open.
    pub fn open_builtin(&self) -> Option<&str> {
        let Outcome::Diverged { object } = self else {
            return None;
        };
        let name = object.strip_prefix("simdiff.approx.opencl.")?;
        name.split('.').next()
    }
}

/// A fatal signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The signal's number (11 is SIGSEGV, 8 SIGFPE, 4 SIGILL, 6 SIGABRT).
    pub signal: i32,
    /// The access of the faulting instruction.
    pub access: Access,
    /// The faulting address, if the system reports one.
    pub address: u64,
    /// The buffer whose memory or guard pages contain the address.
    pub near: Option<Near>,
}

/// A place relative to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The argument that is the buffer.
    pub arg: usize,
    /// Bytes from the buffer's start; negative before it.
    pub offset: i64,
}

/// The access of a faulting instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Unknown, or not a memory access.
    Unknown,
    /// A load.
    Read,
    /// A store.
    Write,
    /// An aligned access to an unaligned address, or an access to a non-canonical address:
    /// the CPU does not distinguish them.
    Misaligned,
}

/// The numbers of kinds, statuses and endings in `driver.c`.
mod code {
    pub const SCALAR: u8 = 0;
    pub const BUFFER: u8 = 1;
    pub const READ_ONLY: u8 = 2;
    pub const ALIAS: u8 = 3;
    pub const STRINGS: u8 = 4;
    pub const GLOBAL: u8 = 5;
    /// The bit of a byte in the mask of a variable at which a pointer starts.
    pub const POINTER: u8 = 2;

    pub const RETURNED: u8 = 0;
    pub const CRASHED: u8 = 1;
    pub const CORRUPTED: u8 = 2;
    pub const TIMED_OUT: u8 = 3;
    pub const EXITED: u8 = 4;
    pub const ENDED: u8 = 5;

    pub const FAILED: u8 = 1;
    pub const UNMET: u8 = 2;
    pub const DIVERGED: u8 = 3;
}

/// Appends the length of the bytes, and the bytes.
fn block(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend((bytes.len() as u64).to_le_bytes());
    out.extend(bytes);
}

impl Case {
    /// Appends the request for this call.
    pub(super) fn encode(&self, milliseconds: u32, out: &mut Vec<u8>) {
        out.extend((self.args.len() as u32).to_le_bytes());
        let placement: u8 = match self.placement {
            Placement::Aligned => 0,
            Placement::FlushEnd => 1,
            Placement::FlushStart => 2,
        };
        out.push(placement);
        out.extend(milliseconds.to_le_bytes());
        let probe = self.probe.unwrap_or(Probe {
            arg: None,
            offset: 0,
            length: 0,
            fresh: false,
        });
        out.extend(probe.arg.map_or(-1, |arg| arg as i32).to_le_bytes());
        out.extend(probe.offset.to_le_bytes());
        out.extend(probe.length.to_le_bytes());
        out.push(u8::from(probe.fresh));
        out.push(u8::from(self.open_builtins));
        for (i, arg) in self.args.iter().enumerate() {
            let (kind, bytes) = match arg {
                Arg::Scalar(bytes) => (code::SCALAR, bytes),
                Arg::Buffer(bytes) => (code::BUFFER, bytes),
                Arg::ReadOnly(bytes) => (code::READ_ONLY, bytes),
                Arg::Alias(of) => {
                    out.push(code::ALIAS);
                    out.extend((*of as u32).to_le_bytes());
                    continue;
                }
                Arg::Global {
                    number,
                    bytes,
                    set,
                    pointers,
                } => {
                    out.push(code::GLOBAL);
                    out.extend(number.to_le_bytes());
                    block(bytes, out);
                    let mut mask: Vec<u8> = set.iter().map(|set| u8::from(*set)).collect();
                    for at in pointers {
                        mask[*at as usize] |= code::POINTER;
                    }
                    block(&mask, out);
                    continue;
                }
                Arg::Strings(strings) => {
                    out.push(code::STRINGS);
                    out.extend((strings.len() as u32).to_le_bytes());
                    strings.iter().for_each(|s| block(s.as_bytes(), out));
                    continue;
                }
            };
            out.push(kind);
            if kind != code::SCALAR {
                let start = self.starts.get(i).copied();
                let start = start.unwrap_or(Start {
                    modulus: CACHE_LINE,
                    residue: 0,
                });
                out.extend(start.modulus.max(CACHE_LINE).to_le_bytes());
                out.extend(start.residue.to_le_bytes());
                let rank = self.ranks.get(i).copied().unwrap_or(i as u32);
                out.extend(rank.to_le_bytes());
            }
            block(bytes, out);
            if kind != code::SCALAR {
                let origin = self.origins.get(i).copied().unwrap_or_default();
                out.extend(origin.to_le_bytes());
                block(self.images.get(i).map_or(&[], Vec::as_slice), out);
            }
        }
        out.extend((self.objects.len() as u32).to_le_bytes());
        self.objects.iter().for_each(|object| block(object, out));
        if let Some(items) = &self.launch {
            let groups = [0, 1, 2].map(|d| items.global[d].div_ceil(items.local[d].max(1)));
            let extents = [items.global, items.local, items.offset, groups].concat();
            let words = [items.dimensions].into_iter().chain(extents);
            for word in words.chain([items.sub_group]) {
                out.extend(word.to_le_bytes());
            }
            let flags = [items.in_reverse, items.late_copies, items.other_bytes];
            out.push(
                (0..)
                    .zip(flags)
                    .map(|(bit, set)| u8::from(set) << bit)
                    .sum(),
            );
        }
        if let Some(HostRun { delayed, watched }) = self.host {
            out.push(u8::from(delayed));
            for item in watched.unwrap_or([u64::MAX; 2]) {
                out.extend(item.to_le_bytes());
            }
        }
    }

    /// Reads the response to this call.
    pub(super) fn decode(
        &self,
        response: &mut Response<'_>,
        result_size: usize,
    ) -> Result<Outcome, ReplayError> {
        let outcome = match response.array::<1>()? {
            [code::RETURNED] => {
                let result = response.bytes(result_size)?.to_vec();
                let mut buffers: Vec<Vec<u8>> = Vec::with_capacity(self.args.len());
                for arg in &self.args {
                    buffers.push(match arg {
                        Arg::Scalar(_) | Arg::Strings(_) => Vec::new(),
                        Arg::Buffer(bytes) | Arg::ReadOnly(bytes) | Arg::Global { bytes, .. } => {
                            response.bytes(bytes.len())?.to_vec()
                        }
                        Arg::Alias(of) => buffers.get(*of).cloned().unwrap_or_default(),
                    });
                }
                Outcome::Returned { result, buffers }
            }
            [code::CRASHED] => Outcome::Crashed(Crash {
                signal: i32::from_le_bytes(response.array()?),
                access: match response.array::<1>()? {
                    [1] => Access::Read,
                    [2] => Access::Write,
                    [3] => Access::Misaligned,
                    _ => Access::Unknown,
                },
                address: u64::from_le_bytes(response.array()?),
                near: response.near()?,
            }),
            [code::CORRUPTED] => match response.near()? {
                Some(near) => Outcome::Corrupted(near),
                None => return Err(ReplayError::Driver("corruption of no buffer".into())),
            },
            [code::TIMED_OUT] => Outcome::TimedOut,
            [code::EXITED] => Outcome::Exited(i32::from_le_bytes(response.array()?)),
            [code::ENDED] => response.ending()?,
            [other] => return Err(ReplayError::Driver(format!("unknown status {other}"))),
        };
        Ok(outcome)
    }
}

/// The unread part of the driver's response.
pub(super) struct Response<'a>(pub &'a [u8]);

impl<'a> Response<'a> {
    fn bytes(&mut self, length: usize) -> Result<&'a [u8], ReplayError> {
        let (head, tail) = self
            .0
            .split_at_checked(length)
            .ok_or_else(|| ReplayError::Driver("its answer is cut short".into()))?;
        self.0 = tail;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ReplayError> {
        let bytes = self.bytes(N)?;
        let mut array = [0; N];
        array.copy_from_slice(bytes);
        Ok(array)
    }

    fn ending(&mut self) -> Result<Outcome, ReplayError> {
        let [ending] = self.array()?;
        let line = u32::from_le_bytes(self.array()?);
        let length = u32::from_le_bytes(self.array()?) as usize;
        let text = String::from_utf8_lossy(self.bytes(length)?).into_owned();
        Ok(match ending {
            code::FAILED => Outcome::Failed {
                line,
                message: text,
            },
            code::UNMET => Outcome::Unmet,
            code::DIVERGED => Outcome::Diverged { object: text },
            other => return Err(ReplayError::Driver(format!("unknown ending {other}"))),
        })
    }

    fn near(&mut self) -> Result<Option<Near>, ReplayError> {
        let arg = i32::from_le_bytes(self.array()?);
        let offset = i64::from_le_bytes(self.array()?);
        Ok(usize::try_from(arg).ok().map(|arg| Near { arg, offset }))
    }
}

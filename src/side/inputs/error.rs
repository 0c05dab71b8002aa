//! Errors of making inputs.

use crate::contract::Scalar;

/// Largest buffer in bytes; a larger one is reported as an error.
pub const MAX_BUFFER_BYTES: u64 = 1 << 28;

/// Largest global variable in bytes that can be an input.
pub const MAX_GLOBAL_BYTES: u64 = 1 << 22;

/// Why inputs could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// A length has no value.
    #[error("the length `{length}` of `{param}` has no value at {sizes}")]
    Length {
        /// The parameter.
        param: String,
        /// The length expression of its buffer.
        length: String,
        /// The sizes of the run.
        sizes: String,
    },
    /// A buffer is too large.
    #[error("`{param}` would have {bytes} bytes; the most is {MAX_BUFFER_BYTES}")]
    TooLarge {
        /// The parameter.
        param: String,
        /// The size of its buffer.
        bytes: u64,
    },
    /// A pointer would point outside its buffer.
    #[error("`{param}` cannot point to element {origin} of {count}")]
    Origin {
        /// The parameter.
        param: String,
        /// The element.
        origin: u64,
        /// The number of elements.
        count: u64,
    },
    /// A size does not fit its parameter's type.
    #[error("the size `{param}` = {value} does not fit {scalar}")]
    SizeType {
        /// The parameter.
        param: String,
        /// The value of the size.
        value: i64,
        /// The type of the parameter.
        scalar: Scalar,
    },
    /// A global variable is too large to be an input.
    #[error(
        "the global variable `{name}` has {bytes} bytes; inputs have at most {MAX_GLOBAL_BYTES}: --global '{name}=initial'"
    )]
    GlobalTooLarge {
        /// The variable.
        name: String,
        /// The size of the variable.
        bytes: u64,
    },
    /// A relation between inputs has no meaning at these sizes.
    #[error("--assume '{relation}': {reason}")]
    Relation {
        /// The relation as the user wrote it.
        relation: String,
        /// Why it has no meaning.
        reason: String,
        /// Advice on what to do.
        help: &'static str,
    },
    /// A parameter's alias is not a buffer.
    #[error("`{param}` cannot share the memory of `{alias}`")]
    Alias {
        /// The parameter.
        param: String,
        /// The parameter whose memory it should share.
        alias: String,
    },
}

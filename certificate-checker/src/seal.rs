//! Digests that tie a certificate to its header and to sources.

use sha2::{Digest as _, Sha256};

use crate::fault::{Checked, require};
use crate::format::Header;

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of everything that a header says. It keeps names, sizes, contract and
/// sources together; it is no signature.
pub fn seal(header: &Header) -> String {
    let open = Header {
        seal: String::new(),
        ..header.clone()
    };
    // Objects are maps in order of their keys: the text is the same whatever the
    // order in the file.
    let value = serde_json::to_value(&open).unwrap_or_default();
    sha256(value.to_string().as_bytes())
}

/// Checks that a header is the one that was sealed.
pub(crate) fn sealed(header: &Header) -> Checked {
    require(header.seal == seal(header), || {
        "the header does not say what was written: its names, sizes, contract or sources \
         were changed"
            .into()
    })
}

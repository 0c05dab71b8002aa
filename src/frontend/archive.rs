//! Reads archives of OpenCL programs that a host compiles separately (OpenCL 3.0, 5.8.3 and
//! 5.8.1). `opencl-runtime/host/host.h` writes them.

/// The first bytes of an archive; no source starts with them.
const START: &[u8] = b"\0simdiff archive\0";

/// One source of a program.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// Its text.
    pub source: Vec<u8>,
    /// The compiler options.
    pub options: String,
    /// The embedded headers, by the names that the source includes them by.
    pub headers: Vec<(String, Vec<u8>)>,
}

/// The contents of an archive.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Archive {
    /// The sources.
    pub parts: Vec<Part>,
    /// Whether every function that the sources use has to be defined. Not so for an object
    /// or a library, whose kernels are not run.
    pub is_executable: bool,
}

/// Reads an archive; `None` if the text is not one.
pub(super) fn read(text: &[u8]) -> Option<Archive> {
    let mut left = text.strip_prefix(START)?;
    let mut archive = Archive {
        parts: Vec::new(),
        is_executable: false,
    };
    while let Some((tag, rest)) = left.split_first() {
        let (length, rest) = rest.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (data, rest) = rest.split_at_checked(length)?;
        left = rest;
        let name = || String::from_utf8_lossy(data).into_owned();
        match tag {
            b'S' => archive.parts.push(Part {
                source: data.to_vec(),
                ..Part::default()
            }),
            b'O' => archive.parts.last_mut()?.options = name(),
            b'N' => archive.parts.last_mut()?.headers.push((name(), Vec::new())),
            b'H' => archive.parts.last_mut()?.headers.last_mut()?.1 = data.to_vec(),
            b'L' => archive.is_executable = true,
            _ => archive.is_executable = false,
        }
    }
    Some(archive)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(tag: u8, data: &[u8]) -> Vec<u8> {
        let length = (data.len() as u64).to_le_bytes();
        [&[tag], &length[..], data].concat()
    }

    #[test]
    fn parts_come_with_their_headers() {
        let text = [
            START.to_vec(),
            record(b'S', b"one"),
            record(b'O', b"-DX"),
            record(b'N', b"a.h"),
            record(b'H', b"text"),
            record(b'S', b"two"),
            record(b'L', b""),
        ];
        let archive = read(&text.concat()).unwrap();
        assert!(archive.is_executable);
        let [one, two] = &archive.parts[..] else {
            panic!("two parts")
        };
        assert_eq!((&one.source[..], &one.options[..]), (&b"one"[..], "-DX"));
        assert_eq!(one.headers, [("a.h".to_owned(), b"text".to_vec())]);
        assert_eq!(two.source, b"two");
    }

    #[test]
    fn a_source_is_no_archive_nor_is_half_of_one() {
        assert_eq!(read(b"__kernel void f() {}"), None);
        let whole = [START.to_vec(), record(b'S', b"one")].concat();
        assert_eq!(read(&whole[..whole.len() - 1]), None);
    }
}

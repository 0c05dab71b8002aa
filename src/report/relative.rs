//! Relative paths between files.

use std::path::{Path, PathBuf};

/// The path by which the file `from` includes `file`: relative to its directory, unless
/// they share no directory but the root.
pub fn relative(file: &Path, from: &Path) -> PathBuf {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let (file, from) = (absolute(file), absolute(from));
    let directory = from.parent().unwrap_or(&from);
    let pairs = file.components().zip(directory.components());
    let common = pairs.take_while(|(x, y)| x == y).count();
    if common < 2 {
        return file;
    }
    let up = directory.components().skip(common).map(|_| "..");
    up.map(PathBuf::from)
        .chain(
            file.components()
                .skip(common)
                .map(|part| PathBuf::from(part.as_os_str())),
        )
        .collect()
}

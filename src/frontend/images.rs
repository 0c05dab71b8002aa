//! Image parameters of OpenCL C: their types, and the texel type by which code accesses
//! them.

use inkwell::module::Module;

use super::debug_info::Record;
use super::reached::reached_functions;
use super::units::source_name;
use crate::contract::{Direction, ImageKind};

/// The texel type of the builtins that read and write images (OpenCL C 3.0, 6.15.15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texel {
    /// `read_imagef`, `write_imagef`
    Float,
    /// `read_imagei`, `write_imagei`
    Signed,
    /// `read_imageui`, `write_imageui`
    Unsigned,
    /// `read_imageh`, `write_imageh`
    Half,
}

impl Texel {
    /// The texel type of a builtin by its name.
    fn of_builtin(name: &str) -> Option<Texel> {
        let suffix = name.strip_prefix("read_image");
        match suffix.or_else(|| name.strip_prefix("write_image"))? {
            "f" => Some(Texel::Float),
            "i" => Some(Texel::Signed),
            "ui" => Some(Texel::Unsigned),
            "h" => Some(Texel::Half),
            _ => None,
        }
    }
}

/// The type of a parameter that is an image.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageType {
    /// The kind of image, without the access qualifier.
    pub kind: ImageKind,
    /// The accesses that the qualifier allows.
    pub access: Direction,
    /// Its name in symbols: `ocl_image2d_ro`.
    mangled: String,
    /// The texel type by which the function accesses images of this type, if there is only
    /// one.
    pub texel: Option<Texel>,
}

/// The image type that a record of debug info declares: `opencl_image2d_ro_t`.
pub(super) fn of_record(record: &Record<'_>) -> Option<ImageType> {
    let name = record.text("name")?;
    let name = name.strip_prefix("opencl_")?.strip_suffix("_t")?;
    let (kind, access) = name.rsplit_once('_')?;
    Some(ImageType {
        kind: ImageKind::from_name(kind)?,
        access: match access {
            "ro" => Direction::In,
            "wo" => Direction::Out,
            "rw" => Direction::InOut,
            _ => return None,
        },
        mangled: format!("ocl_{name}"),
        texel: None,
    })
}

impl ImageType {
    /// The type as spelled in the source: `read_only image2d_t`.
    pub(super) fn spelled(&self) -> String {
        let name = self.mangled.trim_start_matches("ocl_");
        let kind = name.rsplit_once('_').map_or(name, |(kind, _)| kind);
        let access = match self.access {
            Direction::In => "read_only",
            Direction::Out => "write_only",
            Direction::InOut => "read_write",
        };
        format!("{access} {kind}_t")
    }

    /// This type with the texel type that a function uses; the module is as clang emitted
    /// it.
    pub(super) fn used_by(mut self, module: &Module<'_>, symbol: &str) -> ImageType {
        let Some(function) = module.get_function(symbol) else {
            return self;
        };
        let reached = reached_functions(function.into());
        let of_this = reached
            .iter()
            .filter(|symbol| symbol.contains(&self.mangled));
        let mut texels = of_this.filter_map(|symbol| Texel::of_builtin(source_name(symbol)?));
        let first = texels.next();
        self.texel = first.filter(|first| texels.all(|other| other == *first));
        self
    }
}

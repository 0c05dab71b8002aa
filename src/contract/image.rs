//! Images as parameters of kernels (OpenCL 3.0 API 5.3.1): the type and the number of their
//! texels.

use std::fmt;

use serde::Serialize;
use term::Format;

use super::element::{Element, Leaf};
use super::length::{Length, Sizes};
use super::scalar::Scalar;

/// The type of an image in OpenCL C, without its access qualifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ImageKind {
    /// `image1d_t`
    #[serde(rename = "image1d_t")]
    Line,
    /// `image1d_buffer_t`
    #[serde(rename = "image1d_buffer_t")]
    Buffer,
    /// `image1d_array_t`
    #[serde(rename = "image1d_array_t")]
    Lines,
    /// `image2d_t`
    #[serde(rename = "image2d_t")]
    Plane,
    /// `image2d_array_t`
    #[serde(rename = "image2d_array_t")]
    Planes,
    /// `image3d_t`
    #[serde(rename = "image3d_t")]
    Volume,
}

impl ImageKind {
    /// Returns the kind with this name, without `_t` and the access qualifier: `image2d`.
    pub fn from_name(name: &str) -> Option<ImageKind> {
        Some(match name {
            "image1d" => ImageKind::Line,
            "image1d_buffer" => ImageKind::Buffer,
            "image1d_array" => ImageKind::Lines,
            "image2d" => ImageKind::Plane,
            "image2d_array" => ImageKind::Planes,
            "image3d" => ImageKind::Volume,
            _ => return None,
        })
    }

    /// Returns the number of extents: width, height, depth. The last one of an array is the
    /// number of layers.
    pub const fn dimensions(self) -> usize {
        match self {
            ImageKind::Line | ImageKind::Buffer => 1,
            ImageKind::Lines | ImageKind::Plane => 2,
            ImageKind::Planes | ImageKind::Volume => 3,
        }
    }
}

/// Channel orders (5.3.1.1, table 6): name, value in `CL/cl.h`, and the channels in memory
/// order.
const ORDERS: [(&str, u32, &[&str]); 10] = [
    ("r", 0x10B0, &[".r"]),
    ("a", 0x10B1, &[".a"]),
    ("rg", 0x10B2, &[".r", ".g"]),
    ("ra", 0x10B3, &[".r", ".a"]),
    ("rgba", 0x10B5, &[".r", ".g", ".b", ".a"]),
    ("bgra", 0x10B6, &[".b", ".g", ".r", ".a"]),
    ("argb", 0x10B7, &[".a", ".r", ".g", ".b"]),
    ("intensity", 0x10B8, &[".i"]),
    ("luminance", 0x10B9, &[".l"]),
    ("abgr", 0x10C3, &[".a", ".b", ".g", ".r"]),
];

/// The order of the channels of a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelOrder(usize);

impl ChannelOrder {
    /// Red, green, blue and alpha.
    pub const RGBA: ChannelOrder = ChannelOrder(4);

    /// Returns the order with this name, such as `rgba`.
    pub fn from_name(name: &str) -> Option<ChannelOrder> {
        let position = ORDERS.iter().position(|(known, ..)| *known == name);
        position.map(ChannelOrder)
    }

    const fn channels(self) -> &'static [&'static str] {
        ORDERS[self.0].2
    }
}

/// Data types of channels (5.3.1.1, table 8): name, value in `CL/cl.h`, width in bits,
/// whether it is a float, and whether it is signed.
const TYPES: [(&str, u32, u8, bool, bool); 12] = [
    ("snorm8", 0x10D0, 8, false, true),
    ("snorm16", 0x10D1, 16, false, true),
    ("unorm8", 0x10D2, 8, false, false),
    ("unorm16", 0x10D3, 16, false, false),
    ("i8", 0x10D7, 8, false, true),
    ("i16", 0x10D8, 16, false, true),
    ("i32", 0x10D9, 32, false, true),
    ("u8", 0x10DA, 8, false, false),
    ("u16", 0x10DB, 16, false, false),
    ("u32", 0x10DC, 32, false, false),
    ("f16", 0x10DD, 16, true, true),
    ("f32", 0x10DE, 32, true, true),
];

/// The data type of the channels of a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelType(usize);

impl ChannelType {
    /// Returns the type with this name: `unorm8`, or that of a scalar.
    pub fn from_name(name: &str) -> Option<ChannelType> {
        let position = TYPES.iter().position(|(known, ..)| *known == name);
        position.map(ChannelType)
    }

    /// Returns its name.
    pub fn name(self) -> String {
        TYPES[self.0].0.to_owned()
    }

    /// Returns the scalar of a channel in memory.
    pub fn scalar(self) -> Scalar {
        let (_, _, bits, float, signed) = TYPES[self.0];
        match (float, bits) {
            (true, 16) => Scalar::Float {
                format: Format::Half,
            },
            (true, _) => Scalar::Float {
                format: Format::Single,
            },
            (false, bits) => Scalar::Int { bits, signed },
        }
    }

    /// Whether integers in memory represent fractions of the greatest one.
    pub fn is_normalized(self) -> bool {
        TYPES[self.0].0.contains("norm")
    }

    /// Whether writing rounds to half precision.
    pub fn is_half(self) -> bool {
        TYPES[self.0].0 == "f16"
    }
}

/// An image, whose texels are contiguous in memory.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Image {
    /// Its type.
    pub kind: ImageKind,
    /// The order of the channels of a texel in memory.
    #[serde(serialize_with = "order_name")]
    pub order: ChannelOrder,
    /// The data type of each channel.
    #[serde(serialize_with = "type_name")]
    pub channel: ChannelType,
    /// Width, height, depth; the last one of an array is the number of layers.
    pub extents: Vec<Length>,
}

fn order_name<S: serde::Serializer>(order: &ChannelOrder, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(ORDERS[order.0].0)
}

fn type_name<S: serde::Serializer>(channel: &ChannelType, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(TYPES[channel.0].0)
}

impl Image {
    /// Returns a texel as the element of a buffer.
    pub fn texel(&self) -> Element {
        let scalar = self.channel.scalar();
        let bytes = u32::from(scalar.bits() / 8);
        let channels = self.order.channels();
        let leaf = |(offset, path): (u32, &&str)| Leaf {
            offset: offset * bytes,
            scalar,
            path: (*path).to_owned(),
            values: None,
        };
        Element {
            name: format!("{} {}", ORDERS[self.order.0].0, TYPES[self.channel.0].0),
            size: channels.len() as u32 * bytes,
            align: bytes,
            leaves: (0..).zip(channels).map(leaf).collect(),
        }
    }

    /// Returns the number of texels.
    pub fn texels(&self) -> Length {
        let product =
            |all: Length, one: &Length| Length::Op('*', Box::new(all), Box::new(one.clone()));
        let mut extents = self.extents.iter();
        let first = extents.next().cloned().unwrap_or(Length::Const(1));
        extents.fold(first, product)
    }

    /// Returns the header that the device library reads of an image (`struct simdiff_image`
    /// in `opencl-runtime/device/image.h`): byte offset, bits and value of each member,
    /// without the first one, which is the address of the texels. `None` if an extent has
    /// no value.
    pub fn header(&self, sizes: &Sizes) -> Option<Vec<(u64, u8, u64)>> {
        let mut extents = [1_u64; 3];
        for (extent, length) in extents.iter_mut().zip(&self.extents) {
            *extent = length.evaluate(sizes)?;
        }
        let row = extents[0].checked_mul(u64::from(self.texel().size))?;
        let slice = row.checked_mul(extents[1])?;
        let bytes = slice.checked_mul(extents[2])?;
        let mut members = vec![(8, 64, bytes), (16, 64, row), (24, 64, slice)];
        members.extend(
            (0..)
                .zip(extents)
                .map(|(i, extent)| (32 + 4 * i, 32, extent)),
        );
        members.push((44, 32, ORDERS[self.order.0].1.into()));
        members.push((48, 32, TYPES[self.channel.0].1.into()));
        Some(members)
    }
}

/// Size of an image's header in bytes.
pub const IMAGE_HEADER_BYTES: u64 = 56;

/// Formats as in a flag: `image rgba f32[w, h]`.
impl fmt::Display for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extents = self.extents.iter().map(Length::to_string);
        let extents = extents.collect::<Vec<_>>().join(", ");
        write!(f, "image {}[{extents}]", self.texel().name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_texel_has_a_leaf_for_each_channel() {
        let image = Image {
            kind: ImageKind::Plane,
            order: ChannelOrder::from_name("bgra").unwrap(),
            channel: ChannelType::from_name("unorm8").unwrap(),
            extents: vec![Length::Var("w".into()), Length::Const(3)],
        };
        assert_eq!(image.to_string(), "image bgra unorm8[w, 3]");
        let texel = image.texel();
        let paths: Vec<&str> = texel.leaves.iter().map(|leaf| leaf.path.as_str()).collect();
        assert_eq!((texel.size, paths), (4, vec![".b", ".g", ".r", ".a"]));
        let sizes = Sizes::from([("w".to_owned(), 5)]);
        let header = image.header(&sizes).unwrap();
        assert_eq!(header[..3], [(8, 64, 60), (16, 64, 20), (24, 64, 60)]);
        assert!(image.header(&Sizes::new()).is_none());
    }
}

//! The role of an image: a buffer of texels whose extents the user gives.
//!
//! The other version may have a plain buffer of the same name, with the texels in sequence.
//! The type of a channel in memory follows from the functions that read and write the
//! image, and from that buffer.

use super::roles::Assigner;
use crate::contract::{ChannelOrder, ChannelType, Direction, Image, Length, Role, Scalar};
use crate::frontend::args::Meaning;
use crate::frontend::error::FrontendError;
use crate::frontend::images::{ImageType, Texel};
use crate::frontend::types::Type;

impl Assigner<'_> {
    /// The type of a parameter that is an image in one of the versions.
    pub(super) fn image(&self, index: usize) -> Option<&ImageType> {
        let sides = [self.reference, self.port].into_iter();
        let mut types = sides.map(|side| &side.signature.params[index].ty);
        types.find_map(|ty| match ty {
            Type::Image(image) => Some(image),
            _ => None,
        })
    }

    /// The role of an image parameter.
    pub(super) fn image_role(
        &self,
        index: usize,
        image: &ImageType,
    ) -> Result<Role, FrontendError> {
        let given = match self.flags[index].map(|arg| &arg.meaning) {
            Some(Meaning::Image(given)) => Some(given),
            None => None,
            Some(_) => {
                let reason = "it is an image: write image, a channel order and type, and its \
                              extents";
                return Err(self.misfit(index, reason.to_owned()));
            }
        };
        let direction = given.and_then(|given| given.direction);
        let direction = direction.unwrap_or_else(|| self.image_direction(index));
        let order = given.and_then(|given| given.order);
        let order = order.unwrap_or(ChannelOrder::RGBA);
        let channel = given.and_then(|given| given.channel);
        let channel = channel.or_else(|| self.channel(index, image.texel?));
        let Some((given, channel)) = given.zip(channel) else {
            let channel = channel.map_or_else(|| "u8".to_owned(), ChannelType::name);
            let extents = &["w", "h", "d"][..image.kind.dimensions()];
            let name = self.name(index);
            let fix = format!(
                "{name}={direction}:image rgba {channel}[{}]",
                extents.join(", ")
            );
            let reason = match given {
                None => "how large an image is does not follow from the code",
                Some(_) => "what its channels are in memory does not follow from the code",
            };
            return Err(self.unsupported(index, reason, Some(fix)));
        };
        if given.extents.len() != image.kind.dimensions() {
            let (wanted, found) = (image.kind.dimensions(), given.extents.len());
            let reason = format!("it has {wanted} extents, not {found}");
            return Err(self.misfit(index, reason));
        }
        let extents = given
            .extents
            .iter()
            .map(|extent| self.resolve_length(index, extent));
        let image = Image {
            kind: image.kind,
            order,
            channel,
            extents: extents.collect::<Result<_, _>>()?,
        };
        let mut element = image.texel();
        if let Some(align) = self.promised_alignment(index) {
            element.align = element.align.max(align);
        }
        Ok(Role::Buffer {
            direction,
            element,
            length: image.texels(),
            terminated: false,
            capacity: None,
            origin: Length::Const(0),
            align: None,
            range: None,
            image: Some(image),
        })
    }

    /// The alignment that a plain buffer in the other version has.
    fn promised_alignment(&self, index: usize) -> Option<u32> {
        let sides = [self.reference, self.port];
        let elements = sides
            .iter()
            .filter_map(|side| match &side.signature.params[index].ty {
                Type::Pointer(pointer) => pointer.pointee.element(),
                _ => None,
            });
        elements.map(|element| element.align).max()
    }

    /// The direction in which the versions use the image, which follows from access
    /// qualifiers too.
    fn image_direction(&self, index: usize) -> Direction {
        let uses = [self.reference.usage[index], self.port.usage[index]];
        match (uses.iter().any(|u| u.reads), uses.iter().any(|u| u.writes)) {
            (_, false) => Direction::In,
            (false, true) => Direction::Out,
            (true, true) => Direction::InOut,
        }
    }

    /// The type of a channel in memory: that of the functions that access the image, unless
    /// a plain buffer in the other version says that it is narrower.
    fn channel(&self, index: usize, texel: Texel) -> Option<ChannelType> {
        let sides = [self.reference, self.port];
        let mut pointees = sides
            .iter()
            .filter_map(|side| match &side.signature.params[index].ty {
                Type::Pointer(pointer) => Some(&*pointer.pointee),
                _ => None,
            });
        let scalar = match pointees.next() {
            Some(Type::Scalar(scalar)) => Some(*scalar),
            Some(Type::Aggregate(element)) => {
                let first = element.leaves.first()?.scalar;
                let uniform = element.leaves.iter().all(|leaf| leaf.scalar == first);
                Some(first).filter(|_| uniform)
            }
            _ => None,
        };
        let name = match (texel, scalar) {
            (Texel::Float, None) => "f32".to_owned(),
            (Texel::Signed, None) => "i32".to_owned(),
            (Texel::Unsigned, None) => "u32".to_owned(),
            (Texel::Half, None) => "f16".to_owned(),
            (Texel::Float | Texel::Half, Some(Scalar::Int { bits, signed })) => {
                format!("{}norm{bits}", if signed { "s" } else { "u" })
            }
            (Texel::Float | Texel::Half, Some(scalar)) => scalar.to_string(),
            (texel, Some(scalar)) => {
                let sign = if texel == Texel::Signed { "i" } else { "u" };
                format!("{sign}{}", scalar.bits())
            }
        };
        ChannelType::from_name(&name)
    }
}

//! The relations of a contract as conditions on the symbols of a run.

use rewrite_rules::Builder;
use term::TermId;

use super::error::InputError;
use super::named::{element, place, row};
use super::{Input, Inputs};
use crate::contract::{Contract, Indices, Part, Relation, Scalar, Term};
use crate::side::number::{Meaningless, Number, arithmetic, compare};

/// The most instances of a relation: combinations of values of its index variables.
const MOST: usize = 1 << 18;

/// Why a number of a relation has no value.
enum Missing {
    /// An element does not exist, at these sizes and for these values of the index
    /// variables.
    Element,
    /// The number has no meaning: the reason, and what to do.
    Meaning(String, &'static str),
}

impl From<Meaningless> for Missing {
    fn from((reason, help): Meaningless) -> Missing {
        Missing::Meaning(reason.to_owned(), help)
    }
}

impl Inputs {
    /// Adds the relations of a contract to the conditions, one instance for each
    /// combination of index values whose elements exist.
    pub(super) fn relate(
        &mut self,
        builder: &mut Builder,
        contract: &Contract,
    ) -> Result<(), InputError> {
        for relation in &contract.relations {
            let error = |reason: String, help| InputError::Relation {
                relation: relation.text.clone(),
                reason,
                help,
            };
            let bounds = self.bounds(contract, relation);
            let mut values = vec![0; bounds.len()];
            let mut tried = 0;
            while !bounds.contains(&0) {
                tried += 1;
                if tried > MOST {
                    let reason = "it is about too many elements at these sizes".to_owned();
                    return Err(error(reason, "give smaller sizes: --size n=1..16"));
                }
                let names = relation.indices.iter().map(String::as_str);
                let at: Vec<(&str, i64)> = names.zip(values.iter().copied()).collect();
                match self.instance(builder, contract, relation, &at) {
                    Ok(condition) if builder.constant_value(condition) == Some(1) => {}
                    Ok(condition) => {
                        self.related = true;
                        if builder.constant_value(condition) == Some(0) {
                            // No input satisfies this condition: further ones add nothing.
                            self.conditions = vec![condition];
                            return Ok(());
                        }
                        self.conditions.push(condition);
                    }
                    Err(Missing::Element) => {}
                    Err(Missing::Meaning(reason, help)) => return Err(error(reason, help)),
                }
                let open = |(value, bound): (&i64, &i64)| value + 1 < *bound;
                let Some(place) = values.iter().zip(&bounds).rposition(open) else {
                    break;
                };
                values[place] += 1;
                values[place + 1..].fill(0);
            }
        }
        Ok(())
    }

    fn instance(
        &mut self,
        builder: &mut Builder,
        contract: &Contract,
        relation: &Relation,
        at: &Indices<'_>,
    ) -> Result<TermId, Missing> {
        let left = self.number(builder, contract, &relation.left, at)?;
        let right = self.number(builder, contract, &relation.right, at)?;
        let sides = [left, right];
        self.orders
            .note(builder.arena(), relation.comparison, sides);
        self.note_fixed(builder.arena(), relation.comparison, sides);
        Ok(compare(builder, relation.comparison, sides)?)
    }

    fn number(
        &self,
        builder: &mut Builder,
        contract: &Contract,
        term: &Term,
        at: &Indices<'_>,
    ) -> Result<Number, Missing> {
        match term {
            Term::Number(integer, real) => Ok(Number::Literal(*integer, *real)),
            Term::Index(_) | Term::Size(_) => {
                let value = term.value(&self.sizes, at);
                let no_value = (
                    "it names a size without a value",
                    "give other sizes with --size",
                );
                Ok(Number::whole(value.ok_or(no_value)?))
            }
            Term::Input {
                name,
                subscripts,
                member,
            } => self.scalar_at(contract, name, (subscripts, member), at),
            Term::Op(op, left, right) => {
                let left = self.number(builder, contract, left, at)?;
                let right = self.number(builder, contract, right, at)?;
                Ok(arithmetic(builder, *op, left, right)?)
            }
        }
    }

    /// The scalar of an input that a term names.
    fn scalar_at(
        &self,
        contract: &Contract,
        name: &str,
        (subscripts, member): (&[Term], &[Part]),
        at: &Indices<'_>,
    ) -> Result<Number, Missing> {
        let gone = || {
            let reason = format!("`{name}` is no input: what runs before the versions sets it");
            Missing::Meaning(reason, "leave the relation out")
        };
        let input = place(contract, name).ok_or_else(gone)?;
        let position = |term: &Term| {
            let value = term.value(&self.sizes, at).ok_or(Missing::Element)?;
            i64::try_from(value).map_err(|_| Missing::Element)
        };
        let positions = subscripts.iter().map(position);
        let positions: Vec<i64> = positions.collect::<Result<_, _>>()?;
        let mut path = String::new();
        for part in member {
            match part {
                Part::Name(name) => path += name,
                Part::Element(term) => path += &format!("[{}]", position(term)?),
            }
        }
        match &self.args[self.owner(input)] {
            Input::Value { scalar, term } => Ok(Number::of(*scalar, *term)),
            Input::Fixed { .. } if !positions.is_empty() => Err(Missing::Element),
            Input::Fixed { scalar, bits } => match scalar {
                Scalar::Int { .. } => Ok(Number::whole(value(*scalar, *bits))),
                Scalar::Float { format } => Ok(Number::Literal(None, format.to_f64(*bits))),
            },
            Input::SameAs(_) => Err(gone()),
            Input::Memory { cells, origin, .. } => {
                let element = element(contract, input).ok_or_else(gone)?;
                let leaf = element.leaves.iter().find(|leaf| leaf.path == path);
                let leaf = leaf.ok_or(Missing::Element)?;
                let index = match (positions.as_slice(), row(contract, input, self)) {
                    ([], _) => 0,
                    ([row, column], Some(length)) => {
                        if *row < 0 || !(0..length).contains(column) {
                            return Err(Missing::Element);
                        }
                        let start = row.checked_mul(length).ok_or(Missing::Element)?;
                        start.checked_add(*column).ok_or(Missing::Element)?
                    }
                    (positions, _) => positions[0],
                };
                let offset = index
                    .checked_mul(i64::from(element.size))
                    .and_then(|at| at.checked_add(*origin as i64 + i64::from(leaf.offset)))
                    .and_then(|at| u64::try_from(at).ok())
                    .ok_or(Missing::Element)?;
                let found = cells.partition_point(|cell| cell.offset < offset);
                match cells.get(found) {
                    Some(cell) if cell.offset == offset && !cell.is_padding() => {
                        match cell.scalar == leaf.scalar {
                            true => Ok(Number::of(cell.scalar, cell.term)),
                            false => Err(Missing::from((
                                "two types share the memory of what it names",
                                "name the buffer that the other one shares",
                            ))),
                        }
                    }
                    _ => Err(Missing::Element),
                }
            }
        }
    }
}

/// The value of the bits of an integer.
fn value(scalar: Scalar, bits: u128) -> i128 {
    match scalar {
        Scalar::Int {
            signed: true,
            bits: width,
        } => term::signed(bits, width),
        _ => (bits & (u128::MAX >> (128 - u32::from(scalar.bits())))) as i128,
    }
}

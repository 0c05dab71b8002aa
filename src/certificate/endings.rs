//! Translation of the steps that end a proof into the certificate's format.

use std::convert::Infallible;

use rewrite_rules::search::{Law, Link};
use term::{Arena, TermId};

use certificate_checker::{Criterion, format};

use super::recorder::Recorder;
use super::step::{Narrowing, Part, Set, Summing, Tried};

impl Recorder {
    /// The step that every input was tried. Inputs are in the order of their copies.
    pub(super) fn tried(&mut self, arena: &Arena, inputs: &[Tried]) -> format::Step {
        let mut listed: Vec<(u32, Vec<(String, u64)>)> = Vec::new();
        let mut read = Vec::new();
        for input in inputs {
            let copy = self.copied(arena, arena.symbol(input.symbol).term);
            let runs = input.runs.iter();
            let runs = runs.map(|&(low, count)| (format!("{low:#x}"), count));
            listed.push((copy, runs.collect()));
            read.extend(input.read.map(|bits| (copy, format!("{bits:#x}"))));
        }
        listed.sort_unstable();
        read.sort_unstable();
        format::Step::Exhaustive {
            inputs: listed,
            read,
        }
    }

    /// The step that proves each bit field by a lemma.
    pub(super) fn pieces(&mut self, parts: &[Part]) -> format::Step {
        for part in parts {
            let needs = part
                .asked
                .iter()
                .map(|&(request, answer)| (0, request, answer));
            self.needs.extend(needs);
        }
        format::Step::Pieces {
            lemmas: parts.iter().map(|part| part.lemma).collect(),
        }
    }

    /// The step by a lemma over variables that stand for sums.
    pub(super) fn summed(&mut self, arena: &Arena, summing: &Summing, lemma: u32) -> format::Step {
        let asked = summing.asked.iter();
        self.needs
            .extend(asked.map(|&(request, answer)| (0, request, answer)));
        let mut variables = Vec::new();
        for (variable, sum) in &summing.variables {
            let product = |(atoms, coefficient): &(Vec<(TermId, bool)>, i128)| {
                let atoms = atoms.iter();
                let atoms = atoms.map(|&(term, signed)| (self.copied(arena, term), signed));
                (coefficient.to_string(), atoms.collect())
            };
            let of = sum.iter().map(product).collect();
            let symbol = self.copied(arena, *variable);
            variables.push(format::Variable { symbol, of });
        }
        let mut splits = Vec::new();
        for (term, pieces) in &summing.splits {
            let pieces = pieces.iter().map(|&piece| self.copied(arena, piece));
            let pieces = pieces.collect();
            splits.push((self.copied(arena, *term), pieces));
        }
        format::Step::Sums {
            variables,
            splits,
            map: self.pairs(arena, &summing.map),
            lemma,
        }
    }

    /// The step by a lemma over narrower values.
    pub(super) fn narrowed(
        &mut self,
        arena: &Arena,
        narrowing: &Narrowing,
        lemma: u32,
    ) -> format::Step {
        let asked = narrowing.asked.iter();
        self.needs
            .extend(asked.map(|&(request, answer)| (0, request, answer)));
        self.needed(arena, 0, &narrowing.map, &[]);
        let classes = narrowing.classes.iter().map(|class| format::Class {
            order: class.order.to_owned(),
            size: class.size,
            places: class
                .places
                .iter()
                .map(|(constant, place)| (format!("{constant:#x}"), *place))
                .collect(),
            members: self.pairs(arena, &class.members),
        });
        let classes = classes.collect();
        format::Step::Order {
            classes,
            map: self.pairs(arena, &narrowing.map),
            to: (
                self.copied(arena, narrowing.to.0),
                self.copied(arena, narrowing.to.1),
            ),
            lemma,
        }
    }

    /// The step by a criterion.
    pub(super) fn criterion(
        &mut self,
        arena: &Arena,
        criterion: &Criterion<TermId>,
    ) -> format::Step {
        let mut copied = |&term: &TermId| Ok::<u32, Infallible>(self.copied(arena, term));
        let Ok(criterion) = criterion.renamed(&mut copied);
        format::Step::Criterion(criterion)
    }

    /// The step that replaces minima and maxima with equal operand sets by variables, which are
    /// equal as those are: bit for bit, or as numbers of a format.
    pub(super) fn alike(
        &mut self,
        arena: &Arena,
        sets: &[Set],
        map: &[(TermId, TermId)],
        given: &[TermId],
    ) -> format::Step {
        let sets = sets.iter().map(|set| format::Alike {
            format: set.format.map(|f| f.name().to_owned()),
            members: self.pairs(arena, &set.members),
        });
        format::Step::Sets {
            sets: sets.collect(),
            map: self.pairs(arena, map),
            given: given.iter().map(|&c| self.copied(arena, c)).collect(),
        }
    }

    /// The step by a chain of instances of laws.
    pub(super) fn linked(&mut self, arena: &Arena, links: &[Link]) -> format::Step {
        let link = |link: &Link| format::Link {
            from: self.copied(arena, link.from),
            to: self.copied(arena, link.to),
            by: match &link.by {
                Law::Rule(name) => format::Law::Rule(name.clone()),
                Law::Commutativity => format::Law::Commutativity,
                Law::Folding => format::Law::Folding,
                Law::Order => format::Law::Order,
            },
        };
        format::Step::Search {
            links: links.iter().map(link).collect(),
        }
    }
}

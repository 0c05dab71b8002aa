//! The rewrites of a certificate: those of the trace that some proof depends on.

use rewrite_rules::trace::{By, Request, Rewrite};
use rustc_hash::FxHashMap;
use term::{Arena, Spec, TermId};

use certificate_checker::format;

use super::claim::ASSUMED;
use super::export::Expansion;
use super::export::{number, pairs};
use super::recorder::Recorder;

impl Recorder {
    /// The rewrites that some proof depends on, in the order in which they were made.
    pub(super) fn rewrites(&mut self, arena: &Arena, all: &[Rewrite]) -> Vec<format::Rewrite> {
        let mut index: FxHashMap<Request, Vec<usize>> = FxHashMap::default();
        for (i, rewrite) in all.iter().enumerate() {
            index.entry(rewrite.request).or_default().push(i);
            if rewrite.prepared != rewrite.request {
                index.entry(rewrite.prepared).or_default().push(i);
            }
        }
        let needed = all.iter().filter(|r| self.whole.contains(&r.context));
        let needed = needed.map(|r| (r.context, r.request, r.result));
        self.needs.extend(needed);
        let mut wanted = vec![false; all.len()];
        let mut normal: FxHashMap<usize, (TermId, Expansion)> = FxHashMap::default();
        while let Some((context, request, to)) = self.needs.pop() {
            if request.is(arena, to) {
                continue;
            }
            for i in ways(arena, all, &index, context, &request, to) {
                if std::mem::replace(&mut wanted[i], true) {
                    continue;
                }
                let rewrite = &all[i];
                self.rests_on(rewrite);
                if let By::Normal { built, .. } = &rewrite.by {
                    let mut expansion = Expansion::default();
                    let needs = (rewrite.context, &mut self.needs);
                    let to = rewrite.result;
                    let raw = self.export.expand(arena, built, to, &mut expansion, needs);
                    normal.insert(i, (raw, expansion));
                }
            }
        }
        let chosen = all.iter().enumerate().filter(|(i, _)| wanted[*i]);
        chosen
            .map(|(i, rewrite)| self.line(arena, rewrite, normal.get(&i)))
            .collect()
    }

    /// Adds the rewrites that a rewrite's justification depends on to the needed ones.
    fn rests_on(&mut self, rewrite: &Rewrite) {
        let context = rewrite.context;
        let args = rewrite.request.args();
        let mut need = |spec: Spec, args: &[TermId], to| {
            self.needs.push((context, Request::new(spec, args), to));
        };
        match &rewrite.by {
            By::Preparation | By::Folding | By::Normal { .. } => {}
            By::Rule { parts, .. } => {
                parts
                    .iter()
                    .for_each(|(request, part)| need(request.spec, request.args(), *part));
            }
            By::Join {
                whole,
                offset,
                widths: [high, low],
            } => {
                need(Spec::extract(*offset, *low), &[*whole], args[1]);
                need(Spec::extract(*offset + *low, *high), &[*whole], args[0]);
                need(
                    Spec::extract(*offset, *high + *low),
                    &[*whole],
                    rewrite.result,
                );
            }
            By::JoinTop {
                whole,
                offset,
                joined,
                top,
                rest,
                widths: [high, low],
            } => {
                need(Spec::extract(*offset, *low), &[*whole], *top);
                need(Spec::extract(*offset + *low, *high), &[*whole], args[0]);
                need(Spec::extract(*offset, *high + *low), &[*whole], *joined);
                need(rewrite.request.spec, &[*joined, *rest], rewrite.result);
            }
        }
    }

    fn line(
        &mut self,
        arena: &Arena,
        rewrite: &Rewrite,
        normal: Option<&(TermId, Expansion)>,
    ) -> format::Rewrite {
        let export = &mut self.export;
        let context = match rewrite.context {
            0 => 0,
            other => *self.contexts.get(&other).unwrap_or(&ASSUMED),
        };
        let from = export.request(arena, &rewrite.request);
        let prepared = export.request(arena, &rewrite.prepared);
        let to = export.copy(arena, rewrite.result);
        let mut copied = |term: &TermId| number(export.copy(arena, *term));
        let by = match &rewrite.by {
            By::Preparation => format::By::Preparation,
            By::Folding => format::By::Folding,
            By::Rule { name, parts } => format::By::Rule {
                name: name.to_string(),
                parts: parts.iter().map(|(_, part)| copied(part)).collect(),
            },
            By::Join { whole, offset, .. } => format::By::Join {
                whole: copied(whole),
                offset: *offset,
            },
            By::JoinTop {
                whole,
                offset,
                joined,
                ..
            } => format::By::JoinTop {
                whole: copied(whole),
                offset: *offset,
                joined: copied(joined),
            },
            By::Normal { .. } => {
                let (raw, built) = match normal {
                    Some((raw, expansion)) => (number(*raw), pairs(&expansion.pairs)),
                    None => (number(to), Vec::new()),
                };
                format::By::Normal { raw, built }
            }
        };
        format::Rewrite {
            context,
            from: number(from),
            prepared: (prepared != from).then(|| number(prepared)),
            to: number(to),
            by,
        }
    }
}

/// The indices of the rewrites that lead from a request to a term: one, two in sequence, or
/// none.
fn ways(
    arena: &Arena,
    all: &[Rewrite],
    index: &FxHashMap<Request, Vec<usize>>,
    context: u32,
    request: &Request,
    to: TermId,
) -> Vec<usize> {
    let holds = |i: &usize| all[*i].context == 0 || all[*i].context == context;
    let from = |request: &Request| {
        let known = index.get(request).into_iter().flatten().copied();
        known.filter(holds).collect::<Vec<usize>>()
    };
    let direct = |request: &Request| from(request).into_iter().find(|&i| all[i].result == to);
    if let Some(i) = direct(request) {
        return vec![i];
    }
    let node_of = |term: TermId| {
        let node = arena.node(term);
        Request::new(node.spec(), node.children())
    };
    for first in from(request) {
        if let Some(second) = direct(&node_of(all[first].result)) {
            return vec![first, second];
        }
    }
    // No rewrite: the term itself is normalised.
    Vec::new()
}

//! The cheapest paths through a graph whose states are numbered in advance.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// For a state that can be reached: the least cost, and the preceding state with the move from it.
/// A start has no preceding state.
pub(crate) type Cheapest<C, M> = Option<(C, Option<(usize, M)>)>;

/// The cheapest path from some starts to each of `count` states (Dijkstra's algorithm). `moves`
/// calls its last argument for each successor of a state, with the cost of the path to it, and the
/// move. Of two paths with the same cost, the first is kept.
///
/// The module `search` is for graphs that are explored during the search.
pub(crate) fn cheapest<C: Clone + Ord, M: Copy>(
    count: usize,
    starts: impl IntoIterator<Item = (usize, C)>,
    mut moves: impl FnMut(usize, &C, &mut dyn FnMut(usize, C, M)),
) -> Vec<Cheapest<C, M>> {
    let mut best: Vec<Cheapest<C, M>> = (0..count).map(|_| None).collect();
    let mut waiting = BinaryHeap::new();
    for (at, cost) in starts {
        best[at] = Some((cost.clone(), None));
        waiting.push(Reverse((cost, at)));
    }
    while let Some(Reverse((cost, at))) = waiting.pop() {
        if best[at].as_ref().is_some_and(|(best_cost, _)| *best_cost < cost) {
            continue;
        }
        moves(at, &cost, &mut |to, cost, by| {
            if best[to].as_ref().is_none_or(|(best_cost, _)| cost < *best_cost) {
                best[to] = Some((cost.clone(), Some((at, by))));
                waiting.push(Reverse((cost, to)));
            }
        });
    }
    best
}

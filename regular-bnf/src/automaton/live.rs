//! The nodes of a graph from which a way leads to an end.

use super::predecessors::Predecessors;

/// For each node of a graph whether a way leads from it to one of the ends. An edge has the node
/// that it leaves and the node that it enters.
pub(crate) fn live_nodes(
    nodes: usize,
    edges: impl Iterator<Item = (usize, usize)> + Clone,
    ends: impl IntoIterator<Item = usize>,
) -> Vec<bool> {
    let predecessors = Predecessors::new(nodes, edges);
    let mut live = vec![false; nodes];
    let mut waiting: Vec<usize> = ends.into_iter().collect();
    while let Some(node) = waiting.pop() {
        if !std::mem::replace(&mut live[node], true) {
            waiting.extend_from_slice(predecessors.before(node));
        }
    }
    live
}

//! The edges of a graph, backwards.

/// The nodes before each node of a graph.
pub(crate) struct Predecessors {
    /// Where the nodes before each node begin in the list, and where the last end.
    starts: Vec<usize>,
    nodes: Vec<usize>,
}

impl Predecessors {
    /// Reads the edges of a graph twice. An edge has the node that it leaves and the node that it
    /// enters.
    pub fn new(nodes: usize, edges: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut starts = vec![0; nodes + 1];
        edges.clone().for_each(|(_, to)| starts[to] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        // Each list is filled from its end.
        let mut before = vec![0; end];
        for (from, to) in edges {
            starts[to] -= 1;
            before[starts[to]] = from;
        }
        Self { starts, nodes: before }
    }

    /// The nodes before a node.
    pub fn before(&self, node: usize) -> &[usize] {
        &self.nodes[self.starts[node]..self.starts[node + 1]]
    }
}

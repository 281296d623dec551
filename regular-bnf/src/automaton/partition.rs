//! The division of states into blocks by Hopcroft's algorithm: states of one block accept the same
//! strings.

use super::predecessors::Predecessors;

/// States in blocks, each a piece of one list. The first states of a block may be marked.
struct Partition {
    /// The states, those of a block side by side.
    states: Vec<usize>,
    /// Where each state stands in the list.
    place: Vec<usize>,
    /// The block of each state.
    block_of: Vec<usize>,
    blocks: Vec<Block>,
    /// The blocks with a marked state.
    touched: Vec<usize>,
}

/// A piece of the list of states.
#[derive(Clone, Copy)]
struct Block {
    first: usize,
    /// Behind the last marked state.
    marked: usize,
    end: usize,
    /// Whether the block has still to divide others.
    waits: bool,
}

/// A state of each block, for the fewest blocks, and the block of each state. `steps` has the states
/// before each state, for each symbol.
pub(super) fn blocks(steps: &[Predecessors], accepting: &[bool]) -> (Vec<usize>, Vec<usize>) {
    let mut partition = Partition::new(accepting);
    let mut waiting: Vec<usize> = (0..partition.blocks.len()).collect();
    let mut members = Vec::new();
    while let Some(splitter) = waiting.pop() {
        let block = &mut partition.blocks[splitter];
        block.waits = false;
        members.clear();
        members.extend_from_slice(&partition.states[block.first..block.end]);
        for predecessors in steps {
            members.iter().flat_map(|&state| predecessors.before(state)).for_each(|&state| partition.mark(state));
            partition.split(&mut waiting);
        }
    }
    let representatives = partition.blocks.iter().map(|block| partition.states[block.first]);
    (representatives.collect(), partition.block_of)
}

impl Partition {
    /// The states that accept the empty string, and the others.
    fn new(accepting: &[bool]) -> Self {
        let (mut states, others): (Vec<usize>, Vec<usize>) = (0..accepting.len()).partition(|&state| accepting[state]);
        let border = states.len();
        states.extend(others);
        let mut place = vec![0; states.len()];
        states.iter().enumerate().for_each(|(at, &state)| place[state] = at);
        let pieces = [(0, border), (border, states.len())].into_iter().filter(|(first, end)| first < end);
        let blocks: Vec<Block> = pieces.map(|(first, end)| Block { first, marked: first, end, waits: true }).collect();
        let last = blocks.len() - 1;
        let block_of = accepting.iter().map(|&accepts| if accepts { 0 } else { last }).collect();
        Self { states, place, block_of, blocks, touched: Vec::new() }
    }

    /// Marks a state: it changes places with the first of its block that is not marked.
    fn mark(&mut self, state: usize) {
        let number = self.block_of[state];
        let block = &mut self.blocks[number];
        let (from, to) = (self.place[state], block.marked);
        if from < to {
            return;
        }
        if block.marked == block.first {
            self.touched.push(number);
        }
        block.marked += 1;
        let other = self.states[to];
        self.states.swap(from, to);
        (self.place[state], self.place[other]) = (to, from);
    }

    /// Divides each touched block into its marked states and the others, if it has others. The smaller
    /// part becomes a block of its own. A part that has still to divide others is put on the list.
    fn split(&mut self, waiting: &mut Vec<usize>) {
        while let Some(number) = self.touched.pop() {
            let Block { first, marked, end, waits } = self.blocks[number];
            self.blocks[number].marked = first;
            if marked == end {
                continue;
            }
            let (smaller, larger) = if marked - first <= end - marked {
                (first..marked, marked..end)
            } else {
                (marked..end, first..marked)
            };
            let new = self.blocks.len();
            self.states[smaller.clone()].iter().for_each(|&state| self.block_of[state] = new);
            self.blocks.push(Block { first: smaller.start, marked: smaller.start, end: smaller.end, waits: true });
            self.blocks[number] = Block { first: larger.start, marked: larger.start, end: larger.end, waits };
            // The larger part waits if the whole did; if not, the smaller one is enough.
            waiting.push(new);
        }
    }
}

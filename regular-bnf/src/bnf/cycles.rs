//! The cycles of rules that use one another.

/// For each rule the number of its cycle, if it is recursive, from the rules that each rule uses.
///
/// This is Tarjan's algorithm, with an explicit stack, since chains of rules may be long.
pub(crate) fn cycles(uses: &[Vec<usize>]) -> Vec<Option<u32>> {
    const UNSEEN: usize = usize::MAX;
    let n = uses.len();
    let (mut order, mut low, mut on_stack) = (vec![UNSEEN; n], vec![0; n], vec![false; n]);
    let (mut stack, mut cycles, mut count, mut met) = (Vec::new(), vec![None; n], 0, 0);
    for root in 0..n {
        if order[root] != UNSEEN {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((at, next)) = calls.last_mut() {
            let at = *at;
            if *next == 0 && order[at] == UNSEEN {
                (order[at], low[at]) = (met, met);
                met += 1;
                stack.push(at);
                on_stack[at] = true;
            }
            if let Some(&to) = uses[at].get(*next) {
                *next += 1;
                if order[to] == UNSEEN {
                    calls.push((to, 0));
                } else if on_stack[to] {
                    low[at] = low[at].min(order[to]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(user, _)) = calls.last() {
                low[user] = low[user].min(low[at]);
            }
            if low[at] == order[at] {
                let from = stack.iter().rposition(|&other| other == at).unwrap_or_default();
                let members = stack.split_off(from);
                let recurs = members.len() > 1 || uses[at].contains(&at);
                for member in members {
                    on_stack[member] = false;
                    cycles[member] = recurs.then_some(count);
                }
                count += 1;
            }
        }
    }
    cycles
}

//! The entries of a grammar whose author names none.

/// The rules that no other rule uses; and the first, if these do not reach it: its language may need
/// it within itself. `uses` has the rules that each rule uses.
pub(super) fn default_entries(uses: &[Vec<usize>]) -> Vec<usize> {
    let mut is_used = vec![false; uses.len()];
    for (user, used) in uses.iter().enumerate() {
        used.iter().filter(|used| **used != user).for_each(|&used| is_used[used] = true);
    }
    let mut entries: Vec<usize> = (0..uses.len()).filter(|&rule| !is_used[rule]).collect();
    if reached(uses, entries.clone()).first() == Some(&false) {
        entries.insert(0, 0);
    }
    entries
}

/// Whether each rule is one of some rules, or one of them uses it, perhaps through others.
pub(super) fn reached(uses: &[Vec<usize>], from: Vec<usize>) -> Vec<bool> {
    let (mut reached, mut waiting) = (vec![false; uses.len()], from);
    while let Some(rule) = waiting.pop() {
        if !std::mem::replace(&mut reached[rule], true) {
            waiting.extend(&uses[rule]);
        }
    }
    reached
}

/// Some entries, for people.
pub(super) fn shown_entries(entries: &[String]) -> String {
    const SHOWN: usize = 5;
    let names = entries.iter().take(SHOWN).map(|name| format!("`{name}`")).collect::<Vec<_>>();
    match entries.len().saturating_sub(SHOWN) {
        0 => names.join(" or "),
        1 => format!("{} or 1 other entry", names.join(", ")),
        others => format!("{} or {others} other entries", names.join(", ")),
    }
}

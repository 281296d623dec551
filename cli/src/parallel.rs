//! Work that is shared among threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::threads;
use crate::output::bar;

/// An item, and its result.
enum Slot<T, R> {
    Waiting(T),
    Taken,
    Done(R),
}

/// Processes many items in parallel, on as many threads as selected. The results are in the order
/// of the items. `noun` names the items on the progress bar.
pub fn map<T: Send, R: Send>(noun: &'static str, items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    /// The stack size: languages are traversed by recursion.
    const STACK: usize = 64 << 20;
    let bar = bar(items.len() as u64, "{bar:32} {pos} of {len} {msg}").with_message(noun);
    let slots: Vec<Mutex<Slot<T, R>>> = items.into_iter().map(|item| Mutex::new(Slot::Waiting(item))).collect();
    let next = AtomicUsize::new(0);
    let worker = || {
        while let Some(slot) = slots.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(Slot::Waiting(item)) = replace(slot, Slot::Taken) {
                replace(slot, Slot::Done(work(item)));
            }
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads() {
            // If the system cannot start more threads, fewer do the work.
            _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker);
        }
    });
    // The remaining items, if no thread was started.
    worker();
    bar.finish_and_clear();
    let results = slots.into_iter().filter_map(|slot| match slot.into_inner() {
        Ok(Slot::Done(result)) => Some(result),
        _ => None,
    });
    results.collect()
}

/// Replaces the content of a slot, and returns the old content; `None` if a thread panicked while
/// it used the slot.
fn replace<T, R>(slot: &Mutex<Slot<T, R>>, new: Slot<T, R>) -> Option<Slot<T, R>> {
    slot.lock().ok().map(|mut old| std::mem::replace(&mut *old, new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let squares = map("numbers", (0..1000).collect(), |n: u64| n * n);
        assert_eq!(squares, (0..1000).map(|n| n * n).collect::<Vec<_>>());
    }
}

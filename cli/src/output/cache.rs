//! A bounded cache of rendered texts.

use std::hash::Hash;
use std::rc::Rc;

use foldhash::{HashMap, HashMapExt};
use uri_lineage::{ErrorKey, classifier};

use crate::common::thread_share;

/// The size in bytes of the entries of one cache, in each of two threads. A hostile list may have
/// any number of different ones.
const CAPACITY: usize = 1 << 22;
/// The maximum size of an entry, in bytes.
const LARGEST: usize = 1 << 14;

/// A value in a cache.
pub trait Size {
    /// In bytes, including everything that it owns.
    fn size(&self) -> usize;
}

impl Size for ErrorKey {
    fn size(&self) -> usize {
        self.size()
    }
}

impl Size for classifier::RefusalsKey {
    fn size(&self) -> usize {
        self.size()
    }
}

/// Rendered texts by the values on which they depend. The cache is cleared when it is full.
pub struct Cache<K, V> {
    entries: HashMap<K, Rc<V>>,
    /// The number of bytes that are still free.
    free: usize,
    /// How often the cache was cleared.
    cleared: usize,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self { entries: HashMap::new(), free: thread_share(CAPACITY), cleared: 0 }
    }
}

impl<K, V> Cache<K, V> {
    /// How often the cache was cleared.
    pub fn cleared(&self) -> usize {
        self.cleared
    }

    pub fn clear(&mut self) {
        self.entries.clear();
        self.free = thread_share(CAPACITY);
        self.cleared += 1;
    }
}

impl<K: Eq + Hash + Size, V: Size> Cache<K, V> {
    /// The cached value for a key.
    pub fn get(&self, key: &K) -> Option<Rc<V>> {
        self.entries.get(key).map(Rc::clone)
    }

    /// The cached value for a key, or a new one. The value must depend only on the key.
    pub fn get_or(&mut self, key: &K, make: impl FnOnce() -> V) -> Rc<V>
    where
        K: Clone,
    {
        self.get(key).unwrap_or_else(|| self.insert(key.clone(), make()))
    }

    /// Caches a value, unless it is too large.
    pub fn insert(&mut self, key: K, value: V) -> Rc<V> {
        let (size, value) = (key.size() + value.size(), Rc::new(value));
        if size > LARGEST {
            return value;
        }
        if size > self.free {
            self.clear();
        }
        self.free = self.free.saturating_sub(size);
        self.entries.insert(key, Rc::clone(&value));
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Size for u64 {
        fn size(&self) -> usize {
            1 << 12
        }
    }

    #[test]
    fn the_size_is_bounded() {
        let mut cache = Cache::default();
        for key in 0..10_000 {
            assert_eq!(*cache.insert(key, key), key);
            assert_eq!(cache.get(&key).as_deref(), Some(&key));
            assert!(cache.entries.len() * 2 <= thread_share(CAPACITY) >> 12);
        }
        assert!(cache.get(&0).is_none());
    }
}

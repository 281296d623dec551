//! Strings of pieces, for the unit tests of the library.

/// All strings of a number of pieces.
pub fn combinations(pieces: &[&str], length: u32) -> impl Iterator<Item = String> {
    (0..pieces.len().pow(length)).map(move |number| {
        let chosen = (0..length).map(|place| pieces[number / pieces.len().pow(place) % pieces.len()]);
        chosen.collect()
    })
}

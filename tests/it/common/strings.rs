//! Short strings over an alphabet.

/// All strings of at most `longest` characters of an alphabet, shorter strings first.
pub fn short_strings(alphabet: &str, longest: usize) -> impl Iterator<Item = String> {
    let letters: Vec<char> = alphabet.chars().collect();
    (0..=longest).flat_map(move |length| {
        let letters = letters.clone();
        (0..letters.len().pow(length as u32)).map(move |number| {
            let digit = |place| number / letters.len().pow(place as u32) % letters.len();
            (0..length).rev().map(|place| letters[digit(place)]).collect()
        })
    })
}

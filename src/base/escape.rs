//! Escapes: percent-encoded octets.

/// The octet of the escape with which a text begins; `None` if the text does not begin with one.
pub(crate) fn escaped_octet(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = *text else { return None };
    let [high, low] = [high, low].map(|digit| char::from(digit).to_digit(16));
    Some((high? << 4 | low?) as u8)
}

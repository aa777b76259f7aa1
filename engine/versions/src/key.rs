//! Keys: bytes that have the order of what was written into them.

/// The longest number whose length is a single byte.
const DIGITS_MAX: u8 = 254;

/// The bytes of a version. What is written has an end, so that no key begins with another one.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(Vec<u8>);

impl Key {
    /// Room for most versions.
    pub fn new() -> Self {
        Self(Vec::with_capacity(24))
    }

    /// A byte that decides before everything that follows.
    pub fn mark(&mut self, mark: u8) {
        self.0.push(mark);
    }

    /// A number of any length, as its decimal digits: a longer one is greater.
    pub fn number(&mut self, digits: &str) {
        let digits = digits.trim_start_matches('0');
        match u8::try_from(digits.len()) {
            Ok(length) if length <= DIGITS_MAX => self.mark(length),
            _ => {
                self.mark(DIGITS_MAX + 1);
                self.0.extend_from_slice(&digits.len().to_be_bytes());
            }
        }
        self.0.extend_from_slice(digits.as_bytes());
    }

    /// A number as JavaScript has it. It must not be negative.
    pub fn float(&mut self, number: f64) {
        self.0.extend_from_slice(&number.to_bits().to_be_bytes());
    }

    /// A text without zero bytes.
    pub fn text(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
        self.mark(0);
    }

    /// The bytes behind one that decides before them.
    pub fn after(mut self, mark: u8) -> Vec<u8> {
        self.0.insert(0, mark);
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_length_have_their_order() {
        let long = ["9".repeat(254), "1".repeat(255), "2".repeat(255), "1".repeat(600)];
        let ascending = ["0", "1", "007", "10", "18446744073709551616"].into_iter();
        let keys: Vec<Key> = ascending
            .chain(long.iter().map(String::as_str))
            .map(|digits| {
                let mut key = Key::new();
                key.number(digits);
                key
            })
            .collect();
        assert!(keys.is_sorted_by(|one, other| one < other), "{keys:?}");
    }
}

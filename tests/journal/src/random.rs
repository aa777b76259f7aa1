//! A small pseudo-random generator, so that a round can be reproduced from its seed.

/// The xorshift generator of Marsaglia with 64 bits of state.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Seeds with any number.
    pub fn new(seed: u64) -> Self {
        // Zero is the one state that it never leaves.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `end`, which must be above zero.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // The lowest bits of the state are its weakest.
        (self.0 >> 16) % end
    }

    /// `length` bytes of text.
    pub fn text(&mut self, length: u64) -> String {
        let letter = |random: &mut Self| {
            char::from_digit(u32::try_from(random.below(36)).unwrap_or(0), 36).unwrap_or('0')
        };
        (0..length).map(|_| letter(self)).collect()
    }
}

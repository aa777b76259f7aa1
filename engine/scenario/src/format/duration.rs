//! Durations as written in scenarios: `500ms`, `60s`, `1h30m`, `7d`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};

/// A duration of virtual time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Duration {
    /// The duration in milliseconds.
    pub ms: i64,
}

/// The units in the order in which they must be written.
const UNITS: [(&str, i64); 5] =
    [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

/// A hundred years: longer durations are typing errors, and sums of these cannot overflow.
const MS_MAX: i64 = 36_525 * 86_400_000;

const EXPECTED: &str = "a time such as 500ms, 60s, 5m, 1h30m or 7d";

impl FromStr for Duration {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut rest = text;
        let mut ms = 0_i64;
        let mut units = UNITS.iter();
        while !rest.is_empty() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).ok_or(EXPECTED)?;
            let count: i64 = rest[..digits].parse().map_err(|_| EXPECTED)?;
            rest = &rest[digits..];
            let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let (_, unit_ms) = units.find(|(name, _)| *name == &rest[..end]).ok_or(EXPECTED)?;
            ms = count
                .checked_mul(*unit_ms)
                .and_then(|part| ms.checked_add(part))
                .ok_or(EXPECTED)?;
            rest = &rest[end..];
        }
        if text.is_empty() || ms > MS_MAX { Err(EXPECTED) } else { Ok(Self { ms }) }
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ms == 0 {
            return f.write_str("0s");
        }
        let mut rest = self.ms;
        for (name, unit_ms) in UNITS {
            let count = rest / unit_ms;
            rest %= unit_ms;
            if count > 0 {
                write!(f, "{count}{name}")?;
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Duration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl serde::de::Visitor<'_> for Text {
            type Value = Duration;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(EXPECTED)
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Duration, E> {
                let fault =
                    |expected| E::custom(format_args!("expected {expected}, found `{text}`"));
                text.parse().map_err(fault)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_round_trip_and_invalid_ones_are_rejected() {
        for text in ["500ms", "60s", "1m", "1h30m", "7d", "1d2h3m4s5ms", "0s"] {
            let parsed: Duration = text.parse().expect(text);
            let again: Duration = parsed.to_string().parse().expect(text);
            assert_eq!(parsed, again);
        }
        assert_eq!("1h30m".parse(), Ok(Duration { ms: 5_400_000 }));
        for text in
            ["", "60", "s", "60x", "1m1h", "1.5h", "-1s", "99999999999999999999d", "999999d"]
        {
            assert!(text.parse::<Duration>().is_err(), "{text}");
        }
    }
}

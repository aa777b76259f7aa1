//! A day of a filter.

use serde::{Deserialize, Serialize};

use crate::time::Timestamp;

/// A day as `yyyy-mm-dd`, or the empty text for none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(as = "String"))]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("format" = "date")))]
#[serde(try_from = "String", into = "String")]
pub struct Day(String);

/// The text is no day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSuchDay;

impl std::fmt::Display for NoSuchDay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("A day is written as yyyy-mm-dd, such as 2026-02-28, and must exist")
    }
}

impl Day {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether there is no day.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl TryFrom<String> for Day {
    type Error = NoSuchDay;

    fn try_from(text: String) -> Result<Self, NoSuchDay> {
        let exists =
            || text.len() == 10 && format!("{text}T00:00:00Z").parse::<Timestamp>().is_ok();
        if text.is_empty() || exists() { Ok(Self(text)) } else { Err(NoSuchDay) }
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [SEARCH-05]
    #[test]
    fn a_day_exists_in_the_calendar() {
        for right in ["", "2026-01-31", "2024-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(Day::try_from(right.to_owned()).as_ref().map(Day::as_str), Ok(right));
        }
        for wrong in [
            "2026-02-29",
            "2026-13-01",
            "26-01-01",
            "2026-1-1",
            "2026/01/01",
            "today",
            "2026-01-01T",
        ] {
            assert_eq!(Day::try_from(wrong.to_owned()), Err(NoSuchDay), "{wrong}");
        }
    }
}

//! Uptimes for display: the two largest units, rounded (STATUS-01). The page receives the result and calculates
//! nothing.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Unit {
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
}

impl Unit {
    /// Every unit, in descending order.
    pub const ALL: [Self; 7] =
        [Self::Year, Self::Month, Self::Week, Self::Day, Self::Hour, Self::Minute, Self::Second];

    /// The length in milliseconds. A year has 365.25 days, and a month is a twelfth of that.
    pub const fn ms(self) -> u64 {
        match self {
            Self::Year => 31_557_600_000,
            Self::Month => 2_629_800_000,
            Self::Week => 604_800_000,
            Self::Day => 86_400_000,
            Self::Hour => 3_600_000,
            Self::Minute => 60_000,
            Self::Second => 1_000,
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Year => "year",
            Self::Month => "month",
            Self::Week => "week",
            Self::Day => "day",
            Self::Hour => "hour",
            Self::Minute => "minute",
            Self::Second => "second",
        }
    }
}

/// A number of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// The unit.
    pub unit: Unit,
    /// The number of units.
    pub count: u64,
}

/// The uptime of a node.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "known", rename_all = "snake_case", deny_unknown_fields)]
pub enum Uptime {
    /// The node runs.
    For {
        /// One or two units, the larger one first.
        spans: Vec<Span>,
    },
    /// The node does not run or does not report its uptime: `unavailable`.
    Unavailable {},
    /// The node has not run since it is monitored: `N/A`.
    NotApplicable {},
}

impl Uptime {
    /// The two largest units of a duration, rounded; a unit with count 0 is left out.
    pub fn of_ms(ms: u64) -> Self {
        let largest = |ms: u64| Unit::ALL.iter().position(|unit| ms >= unit.ms());
        let Some(first) = largest(ms).filter(|first| *first < Unit::ALL.len() - 1) else {
            return Self::of_seconds(ms);
        };
        let (large, small) = (Unit::ALL[first], Unit::ALL[first + 1]);
        let (mut count, rest) = (ms / large.ms(), ms % large.ms());
        let mut smaller = (rest + small.ms() / 2) / small.ms();
        // Rounding can reach a whole larger unit.
        if smaller * small.ms() >= large.ms() {
            (count, smaller) = (count + 1, 0);
        }
        // Twelve months are one year, and so on upwards.
        if first > 0 && count * large.ms() >= Unit::ALL[first - 1].ms() {
            return Self::spans([(Unit::ALL[first - 1], 1), (large, 0)]);
        }
        Self::spans([(large, count), (small, smaller)])
    }

    fn of_seconds(ms: u64) -> Self {
        let seconds = (ms + 500) / 1_000;
        let spans = match seconds {
            60.. => [(Unit::Minute, 1), (Unit::Second, 0)],
            _ => [(Unit::Second, seconds), (Unit::Second, 0)],
        };
        if seconds == 0 {
            return Self::For { spans: vec![Span { unit: Unit::Second, count: 0 }] };
        }
        Self::spans(spans)
    }

    fn spans(spans: [(Unit, u64); 2]) -> Self {
        let spans = spans.into_iter().filter(|(_, count)| *count > 0);
        Self::For { spans: spans.map(|(unit, count)| Span { unit, count }).collect() }
    }
}

impl fmt::Display for Uptime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::For { spans } => {
                for (at, Span { unit, count }) in spans.iter().enumerate() {
                    let (comma, plural) =
                        (if at > 0 { ", " } else { "" }, if *count == 1 { "" } else { "s" });
                    write!(f, "{comma}{count} {}{plural}", unit.as_str())?;
                }
                Ok(())
            }
            Self::Unavailable {} => f.write_str("unavailable"),
            Self::NotApplicable {} => f.write_str("N/A"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [STATUS-01]
    #[test]
    fn an_uptime_has_its_two_largest_units_rounded() {
        const SECOND: u64 = 1_000;
        const MINUTE: u64 = 60 * SECOND;
        const HOUR: u64 = 60 * MINUTE;
        const DAY: u64 = 24 * HOUR;
        for (ms, text) in [
            (0, "0 seconds"),
            (499, "0 seconds"),
            (500, "1 second"),
            (59 * SECOND, "59 seconds"),
            (59 * SECOND + 600, "1 minute"),
            (MINUTE, "1 minute"),
            (MINUTE + SECOND, "1 minute, 1 second"),
            (90 * MINUTE + 29 * SECOND, "1 hour, 30 minutes"),
            (90 * MINUTE + 30 * SECOND, "1 hour, 31 minutes"),
            (2 * HOUR - 20 * SECOND, "2 hours"),
            (DAY - SECOND, "1 day"),
            (DAY + 5 * MINUTE, "1 day"),
            (DAY + 5 * HOUR + 40 * MINUTE, "1 day, 6 hours"),
            (7 * DAY, "1 week"),
            (10 * DAY, "1 week, 3 days"),
            (40 * DAY, "1 month, 1 week"),
            (400 * DAY, "1 year, 1 month"),
            (365 * DAY, "11 months, 4 weeks"),
        ] {
            assert_eq!(Uptime::of_ms(ms).to_string(), text, "{ms} ms");
        }
        assert_eq!(Uptime::Unavailable {}.to_string(), "unavailable");
        assert_eq!(Uptime::NotApplicable {}.to_string(), "N/A");
        // No duration causes an overflow or yields more than two units.
        for shift in 0..64 {
            let Uptime::For { spans } = Uptime::of_ms(u64::MAX >> shift) else {
                panic!("a duration is an uptime");
            };
            assert!((1..=2).contains(&spans.len()));
        }
    }
}

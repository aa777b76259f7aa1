//! How many lines of each level a log has over time, in a bounded number of buckets of equal length.
//!
//! The length is not known before the log is read, so it grows with the time that the lines cover: each length is a
//! multiple of the one before it, and two buckets become one without being counted again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;

use super::parsed::Level;

/// So many buckets at most.
pub const BUCKETS_MAX: usize = 90;

const SECOND_MS: i64 = 1_000;
const MINUTE_MS: i64 = 60 * SECOND_MS;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;

/// The lengths of buckets; after the last one each is twice as long as the one before.
const STEPS_MS: [i64; 14] = [
    SECOND_MS,
    5 * SECOND_MS,
    10 * SECOND_MS,
    30 * SECOND_MS,
    MINUTE_MS,
    5 * MINUTE_MS,
    10 * MINUTE_MS,
    30 * MINUTE_MS,
    HOUR_MS,
    3 * HOUR_MS,
    6 * HOUR_MS,
    12 * HOUR_MS,
    DAY_MS,
    7 * DAY_MS,
];

/// The lines within one bucket.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogBucket"))]
#[cfg_attr(feature = "schema", schemars(rename = "LogBucket"))]
pub struct Bucket {
    /// Lines with an error.
    pub error: u32,
    /// Lines with a warning.
    pub warn: u32,
    /// Lines with information.
    pub info: u32,
    /// Lines for debugging.
    pub debug: u32,
    /// Lines without a level.
    pub other: u32,
    /// The lines that were searched for.
    pub found: u32,
}

impl Bucket {
    fn count(&mut self, level: Level, is_found: bool) {
        let counter = match level {
            Level::Error => &mut self.error,
            Level::Warn => &mut self.warn,
            Level::Info => &mut self.info,
            Level::Debug => &mut self.debug,
            Level::Other => &mut self.other,
        };
        *counter = counter.saturating_add(1);
        self.found = self.found.saturating_add(u32::from(is_found));
    }

    fn add(&mut self, other: Self) {
        let pairs = [
            (&mut self.error, other.error),
            (&mut self.warn, other.warn),
            (&mut self.info, other.info),
            (&mut self.debug, other.debug),
            (&mut self.other, other.other),
            (&mut self.found, other.found),
        ];
        for (sum, more) in pairs {
            *sum = sum.saturating_add(more);
        }
    }
}

/// The lines of a log over time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogDensity"))]
#[cfg_attr(feature = "schema", schemars(rename = "LogDensity"))]
pub struct Density {
    /// When the first bucket begins; none when no line has a time.
    pub from: Option<Timestamp>,
    /// The length of a bucket in milliseconds.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub step_ms: i64,
    /// The buckets without a gap between them, at most 90.
    pub buckets: Vec<Bucket>,
}

/// Counts lines.
pub struct Counter {
    step_ms: i64,
    buckets: BTreeMap<i64, Bucket>,
}

impl Default for Counter {
    fn default() -> Self {
        Self { step_ms: SECOND_MS, buckets: BTreeMap::new() }
    }
}

impl Counter {
    /// Counts a line.
    pub fn count(&mut self, at: Timestamp, level: Level, is_found: bool) {
        let bucket = self.buckets.entry(at.as_ms().div_euclid(self.step_ms)).or_default();
        bucket.count(level, is_found);
        while self.length() > BUCKETS_MAX {
            self.lengthen();
        }
    }

    /// What was counted.
    pub fn density(&self) -> Density {
        let step_ms = self.step_ms;
        let ends = self.buckets.first_key_value().zip(self.buckets.last_key_value());
        let Some(((first, _), (last, _))) = ends else {
            return Density { from: None, step_ms, buckets: Vec::new() };
        };
        let bucket = |number: i64| self.buckets.get(&number).copied().unwrap_or_default();
        Density {
            from: Some(Timestamp::from_ms(first * step_ms)),
            step_ms,
            buckets: (*first..=*last).map(bucket).collect(),
        }
    }

    fn length(&self) -> usize {
        let ends = self.buckets.first_key_value().zip(self.buckets.last_key_value());
        ends.map_or(0, |((first, _), (last, _))| usize::try_from(last - first + 1).unwrap_or(0))
    }

    fn lengthen(&mut self) {
        let longer = STEPS_MS.into_iter().find(|step| *step > self.step_ms);
        let step_ms = longer.unwrap_or(self.step_ms * 2);
        for (number, bucket) in std::mem::take(&mut self.buckets) {
            let number = (number * self.step_ms).div_euclid(step_ms);
            self.buckets.entry(number).or_default().add(bucket);
        }
        self.step_ms = step_ms;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn counted(lines: &[(i64, Level)]) -> Density {
        let mut counter = Counter::default();
        for (ms, level) in lines {
            counter.count(Timestamp::from_ms(*ms), *level, *level == Level::Error);
        }
        counter.density()
    }

    /// covers: [LOGV-03]
    #[test]
    fn a_short_time_has_seconds_and_a_long_one_longer_buckets() {
        let density =
            counted(&[(10_500, Level::Info), (12_000, Level::Error), (10_900, Level::Info)]);
        assert_eq!((density.from, density.step_ms), (Some(Timestamp::from_ms(10_000)), 1_000));
        let counts = |bucket: &Bucket| (bucket.info, bucket.error, bucket.found);
        let counts: Vec<_> = density.buckets.iter().map(counts).collect();
        assert_eq!(counts, [(2, 0, 0), (0, 0, 0), (0, 1, 1)]);
        assert_eq!(counted(&[(0, Level::Info), (2 * HOUR_MS, Level::Info)]).step_ms, 5 * MINUTE_MS);
        assert_eq!(counted(&[]).buckets, []);
    }

    #[test]
    fn each_length_is_a_multiple_of_the_one_before() {
        assert!(STEPS_MS.windows(2).all(|pair| pair[1] % pair[0] == 0));
    }

    proptest! {
        /// No line is lost or counted twice, whatever the times and their order, and the buckets are bounded.
        #[test]
        fn every_line_is_in_one_bucket(
            times in proptest::collection::vec((0_i64..253_402_300_799_999, 0_usize..5), 1..200),
        ) {
            let lines: Vec<_> = times.iter().map(|(ms, level)| (*ms, Level::ALL[*level])).collect();
            let density = counted(&lines);
            prop_assert!(density.buckets.len() <= BUCKETS_MAX);
            let all = |bucket: &Bucket| {
                bucket.error + bucket.warn + bucket.info + bucket.debug + bucket.other
            };
            prop_assert_eq!(density.buckets.iter().map(all).sum::<u32>() as usize, lines.len());
            for (ms, _) in &lines {
                let at = (ms - density.from.unwrap().as_ms()) / density.step_ms;
                let bucket = density.buckets.get(usize::try_from(at).unwrap());
                prop_assert!(bucket.is_some_and(|bucket| all(bucket) > 0));
            }
        }
    }
}

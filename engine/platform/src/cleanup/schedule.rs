//! When policies run by themselves: cron expressions in the forms of cron and Quartz, in UTC.

use chrono::{DateTime, Utc};
use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};
use waybill_machines::Timestamp;

/// The shortest time between two runs, in milliseconds.
const BETWEEN_MS: i64 = 60 * 60 * 1_000;
/// How many times are looked at to see how far apart they are.
const LOOKED_AT: usize = 24;

/// Why a schedule is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleProblem {
    /// It cannot be read.
    #[error(
        "the schedule is no cron expression: {0}. Write five parts as in `0 2 * * *` for two o'clock every night, in UTC, or six or seven with seconds and a year"
    )]
    NoCron(String),
    /// It names no time that comes.
    #[error("the schedule names no time that is to come")]
    Never,
    /// It runs too often.
    #[error("a policy runs once an hour at most; choose another schedule")]
    TooOften,
}

/// Reads a schedule. Six and seven parts are those of Quartz, whose weeks begin with Sunday as 1.
fn parsed(cron: &str) -> Result<Cron, ScheduleProblem> {
    let is_quartz = cron.split_whitespace().count() > 5;
    let parser = CronParser::builder()
        .seconds(Seconds::Optional)
        .year(Year::Optional)
        .alternative_weekdays(is_quartz)
        .sloppy_ranges(is_quartz)
        .build();
    parser.parse(cron).map_err(|error| ScheduleProblem::NoCron(error.to_string()))
}

/// The first time after another one at which a policy runs; none if there is none.
pub fn next_after(cron: &str, after: Timestamp) -> Option<Timestamp> {
    let after = DateTime::<Utc>::from_timestamp_millis(after.as_ms())?;
    let next = parsed(cron).ok()?.find_next_occurrence(&after, false).ok()?;
    Some(Timestamp::from_ms(next.timestamp_millis()))
}

/// Checks a schedule at this time.
///
/// # Errors
///
/// [`ScheduleProblem`], with what is wrong.
pub fn check_schedule(cron: &str, now: Timestamp) -> Result<(), ScheduleProblem> {
    parsed(cron)?;
    let mut before = next_after(cron, now).ok_or(ScheduleProblem::Never)?;
    for _ in 0..LOOKED_AT {
        let Some(next) = next_after(cron, before) else { return Ok(()) };
        if next.ms_since(before) < BETWEEN_MS {
            return Err(ScheduleProblem::TooOften);
        }
        before = next;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        serde_json::from_value(text.into()).unwrap()
    }

    #[test]
    fn schedules_have_the_forms_of_cron_and_quartz() {
        let thursday = at("2026-11-26T12:00:00.000Z");
        for (cron, next) in [
            ("0 2 * * *", "2026-11-27T02:00:00.000Z"),
            ("0 0 2 ? * * *", "2026-11-27T02:00:00.000Z"),
            ("0 0 2 ? * 1", "2026-11-29T02:00:00.000Z"),
            ("0 2 * * 1", "2026-11-30T02:00:00.000Z"),
            ("@daily", "2026-11-27T00:00:00.000Z"),
        ] {
            assert_eq!(check_schedule(cron, thursday), Ok(()), "{cron}");
            assert_eq!(next_after(cron, thursday), Some(at(next)), "{cron}");
        }
        for cron in ["", "daily", "61 2 * * *", "0 2 * *"] {
            assert!(matches!(check_schedule(cron, thursday), Err(ScheduleProblem::NoCron(_))));
        }
        assert_eq!(check_schedule("* * * * *", thursday), Err(ScheduleProblem::TooOften));
        assert_eq!(check_schedule("0,30 2 * * *", thursday), Err(ScheduleProblem::TooOften));
        assert_eq!(check_schedule("0 0 2 1 1 ? 2020", thursday), Err(ScheduleProblem::Never));
    }
}

//! What a line of a log file says of itself: its time and its level, by the formats of `line.rs`.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;

/// The severity of a line, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogLevel"))]
#[cfg_attr(feature = "schema", schemars(rename = "LogLevel"))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// A line without a level, such as one that continues another.
    Other,
    /// For debugging, and traces.
    Debug,
    /// Information, and requests and sign-ins that succeeded.
    Info,
    /// Warnings, requests that were refused, and sign-ins that were denied.
    Warn,
    /// Errors, and requests that failed on the server.
    Error,
}

impl Level {
    /// Every level, the least severe first.
    pub const ALL: [Self; 5] = [Self::Other, Self::Debug, Self::Info, Self::Warn, Self::Error];

    /// Its name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Other => "other",
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

/// The time with which a line begins, if it begins with one.
pub fn time_of(line: &str) -> Option<Timestamp> {
    let time = line.get(..24)?;
    if !line.as_bytes().get(24).is_none_or(|next| matches!(next, b' ' | b'|')) {
        return None;
    }
    time.parse().ok()
}

/// The level of a line.
pub fn level_of(line: &str) -> Level {
    let Some(time) = line.find([' ', '|']) else { return Level::Other };
    if line.as_bytes()[time] == b'|' {
        return of_request(line);
    }
    let Some((first, rest)) = bracket(&line[time..]) else { return Level::Other };
    let Some((second, _)) = bracket(rest) else { return Level::Other };
    match second.split_once(' ').map_or(second, |(word, _)| word) {
        "ERROR" => Level::Error,
        "WARN" => Level::Warn,
        "INFO" => Level::Info,
        "DEBUG" | "TRACE" => Level::Debug,
        "DENIED" if !first.is_empty() => Level::Warn,
        "ACCEPTED" if !first.is_empty() => Level::Info,
        _ => Level::Other,
    }
}

/// A request: its status is the seventh field.
fn of_request(line: &str) -> Level {
    let mut fields = line.split('|').skip(6);
    let status = fields.next().filter(|_| fields.next().is_some()).unwrap_or_default();
    let is_status = status.len() == 3 && status.bytes().all(|byte| byte.is_ascii_digit());
    match status.as_bytes().first() {
        Some(b'5'..) if is_status => Level::Error,
        Some(b'4') if is_status => Level::Warn,
        Some(_) if is_status => Level::Info,
        _ => Level::Other,
    }
}

/// The text of `text` between its brackets, and what follows them.
fn bracket(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix(" [")?.split_once(']')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The console has the same examples for the lines that it shows as they come.
    const EXAMPLES: &str = include_str!("../../../../tests/log-lines.json");

    /// covers: [LOGV-03]
    #[test]
    fn the_examples_have_their_times_and_levels() {
        let examples: Vec<serde_json::Value> = serde_json::from_str(EXAMPLES).unwrap();
        assert!(examples.len() > 10);
        for example in examples {
            let line = example["line"].as_str().unwrap();
            let time = time_of(line).map(|at| at.to_string());
            assert_eq!(serde_json::to_value(level_of(line)).unwrap(), example["level"], "{line}");
            assert_eq!(time.as_deref(), example["time"].as_str(), "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_too_odd(line in "\\PC{0,80}", field in "[ |\\[\\]0-9A-Z]{0,60}") {
            let _ = (level_of(&line), time_of(&line), level_of(&field), time_of(&field));
            let timed = format!("2026-01-01T00:00:00.000Z {line}");
            prop_assert_eq!(time_of(&timed).map(Timestamp::as_ms), Some(1_767_225_600_000));
        }
    }
}

//! Timestamps as values.
//!
//! Nothing in this crate reads a clock: the time of an event is passed with it, and a deadline is a field of a state.
//! On the wire and in records a timestamp is RFC 3339 in UTC with milliseconds, always 24 characters, so that equal
//! timestamps are equal bytes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Milliseconds since 1970-01-01T00:00:00Z, from year 0 up to year 9999.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("format" = "date-time")), ts(type = "string"))]
pub struct Timestamp(i64);

/// The error for a text that is not a valid timestamp.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidTimestamp;

impl fmt::Display for InvalidTimestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a time must look like 2026-01-01T00:00:00Z or 2026-01-01T00:00:00.000Z, in UTC",
        )
    }
}

impl std::error::Error for InvalidTimestamp {}

const MS_PER_DAY: i64 = 86_400_000;
/// A minute in milliseconds.
pub(crate) const MINUTE_MS: i64 = 60_000;

impl Timestamp {
    /// The timestamp this many milliseconds after the epoch.
    pub const fn from_ms(ms: i64) -> Self {
        Self(ms)
    }

    /// Milliseconds since the epoch.
    pub const fn as_ms(self) -> i64 {
        self.0
    }

    /// This timestamp plus `ms` milliseconds.
    #[must_use]
    pub const fn plus_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// Milliseconds from `earlier` to this timestamp; negative when `earlier` is later.
    pub const fn ms_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The 24 bytes of the text form.
    pub fn to_text(self) -> [u8; 24] {
        let days = self.0.div_euclid(MS_PER_DAY);
        let in_day = self.0.rem_euclid(MS_PER_DAY);
        let (year, month, day) = civil_from_days(days);
        let mut text = *b"0000-00-00T00:00:00.000Z";
        put(&mut text[0..4], year);
        put(&mut text[5..7], month);
        put(&mut text[8..10], day);
        put(&mut text[11..13], in_day / 3_600_000);
        put(&mut text[14..16], in_day / 60_000 % 60);
        put(&mut text[17..19], in_day / 1_000 % 60);
        put(&mut text[20..23], in_day % 1_000);
        text
    }
}

fn put(field: &mut [u8], mut value: i64) {
    for digit in field.iter_mut().rev() {
        *digit = b'0' + u8::try_from(value.rem_euclid(10)).unwrap_or(0);
        value = value.div_euclid(10);
    }
}

fn take(field: &[u8]) -> Option<i64> {
    field.iter().try_fold(0_i64, |value, byte| {
        byte.is_ascii_digit().then(|| value * 10 + i64::from(byte - b'0'))
    })
}

/// The proleptic Gregorian date of a day number, where day 0 is 1970-01-01 (the usual 400-year era method).
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_index = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * month_index + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

impl FromStr for Timestamp {
    type Err = InvalidTimestamp;

    fn from_str(text: &str) -> Result<Self, InvalidTimestamp> {
        let bytes = text.as_bytes();
        let ms = match bytes.len() {
            20 => Some(0),
            24 if bytes[19] == b'.' => take(&bytes[20..23]),
            _ => None,
        };
        let separators = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
        let parse = || {
            let well_formed =
                bytes.last() == Some(&b'Z') && separators.iter().all(|(i, c)| bytes[*i] == *c);
            let (year, month, day) =
                (take(&bytes[0..4])?, take(&bytes[5..7])?, take(&bytes[8..10])?);
            let (hour, minute, second) =
                (take(&bytes[11..13])?, take(&bytes[14..16])?, take(&bytes[17..19])?);
            let days = days_from_civil(year, month, day);
            let real_day = civil_from_days(days) == (year, month, day);
            (well_formed && real_day && hour < 24 && minute < 60 && second < 60)
                .then_some(days * MS_PER_DAY + hour * 3_600_000 + minute * 60_000 + second * 1_000)
        };
        let ms = ms.ok_or(InvalidTimestamp)?;
        parse().map(|whole| Self(whole + ms)).ok_or(InvalidTimestamp)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.to_text();
        f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_text();
        serializer.serialize_str(std::str::from_utf8(&text).map_err(serde::ser::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl serde::de::Visitor<'_> for Text {
            type Value = Timestamp;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a UTC time such as 2026-01-01T00:00:00Z")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Timestamp, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_value_agree_on_edge_case_dates() {
        for text in [
            "1970-01-01T00:00:00.000Z",
            "2000-02-29T23:59:59.999Z",
            "2026-11-21T03:22:00.001Z",
            "9999-12-31T23:59:59.999Z",
            "1969-12-31T23:59:59.999Z",
        ] {
            let parsed: Timestamp = text.parse().expect(text);
            assert_eq!(parsed.to_string(), text);
        }
        assert_eq!("2026-01-01T00:00:00Z".parse(), Ok(Timestamp::from_ms(1_767_225_600_000)));
    }

    #[test]
    fn invalid_timestamps_are_rejected() {
        for text in [
            "",
            "2026-02-30T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01 00:00:00Z",
            "2026-01-01T00:00:00+01:00",
            "2026-13-01T00:00:00Z",
            "x026-01-01T00:00:00Z",
        ] {
            assert_eq!(text.parse::<Timestamp>(), Err(InvalidTimestamp), "{text}");
        }
    }
}

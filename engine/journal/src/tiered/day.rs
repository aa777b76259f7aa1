//! The names of the journals of days.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use waybill_machines::time::Timestamp;

/// Length of `2026-11-22`.
const DATE_BYTES: usize = 10;
/// A day has at most this many journals: a further one is begun only when one was damaged.
const NUMBER_MAX: u8 = 9;

/// The name of a journal of a day in UTC: `2026-11-22`, and `2026-11-22-2` for a second one of the same day. Names sort
/// in the order of time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DayName {
    date: String,
    number: u8,
}

/// A text that is no name of a day's journal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' does not name the journal of a day, such as 2026-11-22")]
pub struct NoDay(String);

impl DayName {
    /// The first journal of the day of a time.
    pub fn of(at: Timestamp) -> Self {
        let text = at.to_string();
        Self { date: text[..DATE_BYTES].to_owned(), number: 1 }
    }

    /// The date in UTC, as `2026-11-22`.
    pub fn date(&self) -> &str {
        &self.date
    }

    /// A further journal of the same day; `None` if there are too many.
    pub(super) fn further(&self) -> Option<Self> {
        let number = self.number + 1;
        (number <= NUMBER_MAX).then(|| Self { date: self.date.clone(), number })
    }
}

impl fmt::Display for DayName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            1 => f.write_str(&self.date),
            number => write!(f, "{}-{number}", self.date),
        }
    }
}

impl FromStr for DayName {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        let no_day = || NoDay(text.chars().take(40).collect());
        let (date, rest) = text.split_at_checked(DATE_BYTES).ok_or_else(no_day)?;
        format!("{date}T00:00:00.000Z").parse::<Timestamp>().map_err(|_| no_day())?;
        let number = match rest.strip_prefix('-').map(str::parse) {
            None if rest.is_empty() => 1,
            Some(Ok(number @ 2..=NUMBER_MAX)) if rest.len() == 2 => number,
            _ => return Err(no_day()),
        };
        Ok(Self { date: date.to_owned(), number })
    }
}

impl TryFrom<String> for DayName {
    type Error = NoDay;

    fn try_from(text: String) -> Result<Self, NoDay> {
        text.parse()
    }
}

impl From<DayName> for String {
    fn from(day: DayName) -> Self {
        day.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_sort_by_time() {
        let names = ["2026-11-21", "2026-11-22", "2026-11-22-2", "2026-11-22-9", "2026-11-23"];
        let parsed: Vec<DayName> = names.iter().map(|name| name.parse().expect("a name")).collect();
        assert!(parsed.is_sorted());
        let shown: Vec<String> = parsed.iter().map(DayName::to_string).collect();
        assert_eq!(shown, names);
        let at = "2026-11-22T23:59:59.999Z".parse().expect("a time");
        assert_eq!(DayName::of(at), parsed[1]);
        assert_eq!(parsed[1].further().as_ref(), Some(&parsed[2]));
        assert_eq!(parsed[3].further(), None);
    }

    #[test]
    fn other_texts_are_no_names() {
        for text in
            ["", "2026", "2026-13-01", "2026-11-22-", "2026-11-22-1", "2026-11-22-02", "../../../x"]
        {
            assert!(text.parse::<DayName>().is_err(), "{text}");
        }
    }
}

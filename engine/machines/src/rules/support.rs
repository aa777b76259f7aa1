//! The rules for requests of support bundles, and their lifetime (BUNDLE-01, BUNDLE-03).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rejection::{Rejection, RejectionCode};
use crate::rules::display_text::is_invisible;
use crate::rules::services::ServiceId;
use crate::time::Timestamp;

/// The time from the end of the last creation until the list is refreshed, in milliseconds (BUNDLE-01).
pub const SETTLE_MS: i64 = 3_000;
/// The lifetime of a bundle, in milliseconds. It is limited because a bundle reveals much about an installation.
pub const BUNDLE_LIVES_MS: i64 = 7 * 24 * 3_600 * 1_000;
/// The services that can create a bundle (BUNDLE-01).
pub const ASKABLE: [ServiceId; 6] = [
    ServiceId::Artifactory,
    ServiceId::Xray,
    ServiceId::Distribution,
    ServiceId::Mc,
    ServiceId::Insight,
    ServiceId::Tracker,
];

/// The maximum length of a name, in characters.
pub const BUNDLE_NAME_CHARS_MAX: usize = 128;
/// The maximum length of a description, in characters.
pub const BUNDLE_DESCRIPTION_CHARS_MAX: usize = 1_024;
/// The maximum number of thread dumps.
pub const THREAD_DUMPS_MAX: u32 = 20;
/// The maximum interval between two thread dumps, in milliseconds.
pub const THREAD_DUMP_INTERVAL_MS_MAX: u32 = 60_000;
/// The maximum time for all thread dumps, in milliseconds, which limits the time that a bundle takes.
pub const THREAD_DUMPS_MS_MAX: u32 = 300_000;
/// The default limit of a bundle's total size before compression, in bytes.
pub const TOTAL_BYTES_DEFAULT: u64 = 4 << 30;
/// The maximum of that limit, in bytes.
pub const TOTAL_BYTES_MAX: u64 = 64 << 30;
/// The default limit of a single log, in bytes; the newest bytes are kept.
pub const FILE_BYTES_DEFAULT: u64 = 512 << 20;
/// The minimum of either limit, in bytes.
pub const LIMIT_BYTES_MIN: u64 = 64 << 10;

/// A calendar day in UTC, written as `2026-11-21`. Days are ordered as their texts are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", ts(type = "string"), schemars(extend("format" = "date")))]
pub struct Day(String);

/// The error for a text that is not a valid day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidDay;

impl fmt::Display for InvalidDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a day is written like 2026-11-21")
    }
}

impl std::error::Error for InvalidDay {}

impl FromStr for Day {
    type Err = InvalidDay;

    fn from_str(text: &str) -> Result<Self, InvalidDay> {
        if text.len() != 10 {
            return Err(InvalidDay);
        }
        let begins: Timestamp = format!("{text}T00:00:00Z").parse().map_err(|_| InvalidDay)?;
        // A day that does not exist, such as 30 February, would be converted to another one.
        let day = Self::of(begins);
        if day.0 == text { Ok(day) } else { Err(InvalidDay) }
    }
}

impl TryFrom<String> for Day {
    type Error = InvalidDay;

    fn try_from(text: String) -> Result<Self, InvalidDay> {
        text.parse()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.0
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Day {
    /// The day of a timestamp.
    pub fn of(at: Timestamp) -> Self {
        Self(at.to_text()[..10].iter().map(|byte| char::from(*byte)).collect())
    }

    /// The start of the day.
    pub fn begins(&self) -> Timestamp {
        format!("{}T00:00:00Z", self.0).parse().unwrap_or_default()
    }
}

/// The range of logs to include.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LogRange {
    /// Whether any logs are included.
    pub include: bool,
    /// The first day.
    pub start_date: Day,
    /// The last day, included.
    pub end_date: Day,
}

/// How many thread dumps are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ThreadDump {
    /// The number of thread dumps; none if it is 0.
    pub count: u32,
    /// The interval between two thread dumps, in milliseconds.
    pub interval: u32,
}

/// The contents of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Whether the configuration is included, without secrets.
    pub configuration: bool,
    /// Whether information about the machine and the process is included.
    pub system: bool,
    /// Whether the state of the journals is included.
    pub journal: bool,
    /// The logs.
    pub logs: LogRange,
    /// The thread dumps.
    pub thread_dump: ThreadDump,
    /// The limit of the total size before compression, in bytes.
    pub total_bytes_max: u64,
    /// The limit of a single log, in bytes; the newest bytes are kept.
    pub file_bytes_max: u64,
}

impl Parameters {
    /// The default contents: everything, with the logs of yesterday and today, and one thread dump.
    pub fn usual(at: Timestamp) -> Self {
        let logs = LogRange {
            include: true,
            start_date: Day::of(at.plus_ms(-86_400_000)),
            end_date: Day::of(at),
        };
        Self {
            configuration: true,
            system: true,
            journal: true,
            logs,
            thread_dump: ThreadDump { count: 1, interval: 0 },
            total_bytes_max: TOTAL_BYTES_DEFAULT,
            file_bytes_max: FILE_BYTES_DEFAULT,
        }
    }
}

/// A request for a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleRequest {
    /// The name of the bundle.
    pub name: String,
    /// The description; may be empty.
    pub description: String,
    /// The contents.
    pub parameters: Parameters,
}

/// Why a request is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BundleProblem {
    /// The name is empty.
    NameMissing,
    /// The name is too long or has invisible characters.
    Name,
    /// The description is too long or has invisible characters.
    Description,
    /// No service is requested, or one twice.
    Services,
    /// A requested service creates no bundles.
    NotAskable,
    /// The range of the logs ends before it starts.
    Dates,
    /// There are too many thread dumps.
    ThreadDumpCount,
    /// The interval of the thread dumps is too long.
    ThreadDumpInterval,
    /// The limit of the total size is too small or too large.
    TotalBytes,
    /// The limit of a log is too small, or larger than that of the total size.
    FileBytes,
    /// The bundle would be empty.
    Nothing,
}

impl BundleProblem {
    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::NameMissing => RejectionCode::BundleNameMissing,
            Self::Name => RejectionCode::BundleName,
            Self::Description => RejectionCode::BundleDescription,
            Self::Services => RejectionCode::BundleServices,
            Self::NotAskable => RejectionCode::BundleServiceNotAskable,
            Self::Dates => RejectionCode::BundleDates,
            Self::ThreadDumpCount => RejectionCode::BundleThreadDumpCount,
            Self::ThreadDumpInterval => RejectionCode::BundleThreadDumpInterval,
            Self::TotalBytes => RejectionCode::BundleTotalBytes,
            Self::FileBytes => RejectionCode::BundleFileBytes,
            Self::Nothing => RejectionCode::BundleNothing,
        }
    }

    /// The field that the problem refers to.
    pub const fn field(self) -> &'static str {
        match self {
            Self::NameMissing | Self::Name => "name",
            Self::Description => "description",
            Self::Services | Self::NotAskable => "service",
            Self::Dates => "parameters.logs.end_date",
            Self::ThreadDumpCount => "parameters.thread_dump.count",
            Self::ThreadDumpInterval => "parameters.thread_dump.interval",
            Self::TotalBytes => "parameters.total_bytes_max",
            Self::FileBytes => "parameters.file_bytes_max",
            Self::Nothing => "parameters",
        }
    }

    /// The problem as a sentence.
    pub const fn message(self) -> &'static str {
        match self {
            Self::NameMissing => "A support bundle needs a name",
            Self::Name => "The name may have at most 128 visible characters",
            Self::Description => "The description may have at most 1024 visible characters",
            Self::Services => "Name each service once, and at least one",
            Self::NotAskable => {
                "Bundles are made by artifactory, xray, distribution, mc, insight and tracker"
            }
            Self::Dates => "The logs must not end before they begin",
            Self::ThreadDumpCount => "At most 20 thread dumps are taken",
            Self::ThreadDumpInterval => {
                "Thread dumps are taken at most 60000 ms apart, and all of them within 300000 ms"
            }
            Self::TotalBytes => "A bundle takes between 64 KiB and 64 GiB",
            Self::FileBytes => {
                "Of one log between 64 KiB and the limit of the whole bundle are taken"
            }
            Self::Nothing => "Choose something that goes into the bundle",
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl fmt::Display for BundleProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

/// Checks a request for bundles of these services.
pub fn check_request(wanted: &BundleRequest, services: &[ServiceId]) -> Result<(), BundleProblem> {
    let BundleRequest { name, description, parameters } = wanted;
    let unseen = |text: &str| text.chars().any(|letter| is_invisible(letter) && letter != '\n');
    let twice = |(at, service): (usize, &ServiceId)| services[..at].contains(service);
    let dump = parameters.thread_dump;
    if name.trim().is_empty() {
        return Err(BundleProblem::NameMissing);
    }
    if name.chars().count() > BUNDLE_NAME_CHARS_MAX || name.chars().any(is_invisible) {
        return Err(BundleProblem::Name);
    }
    if description.chars().count() > BUNDLE_DESCRIPTION_CHARS_MAX || unseen(description) {
        return Err(BundleProblem::Description);
    }
    if services.is_empty() || services.iter().enumerate().any(twice) {
        return Err(BundleProblem::Services);
    }
    if !services.iter().all(|service| ASKABLE.contains(service)) {
        return Err(BundleProblem::NotAskable);
    }
    if parameters.logs.include && parameters.logs.end_date < parameters.logs.start_date {
        return Err(BundleProblem::Dates);
    }
    if dump.count > THREAD_DUMPS_MAX {
        return Err(BundleProblem::ThreadDumpCount);
    }
    let span_ms = dump.interval.saturating_mul(dump.count.saturating_sub(1));
    if dump.interval > THREAD_DUMP_INTERVAL_MS_MAX || span_ms > THREAD_DUMPS_MS_MAX {
        return Err(BundleProblem::ThreadDumpInterval);
    }
    if !(LIMIT_BYTES_MIN..=TOTAL_BYTES_MAX).contains(&parameters.total_bytes_max) {
        return Err(BundleProblem::TotalBytes);
    }
    if !(LIMIT_BYTES_MIN..=parameters.total_bytes_max).contains(&parameters.file_bytes_max) {
        return Err(BundleProblem::FileBytes);
    }
    let Parameters { configuration, system, journal, logs, .. } = parameters;
    if !(*configuration || *system || *journal || logs.include || dump.count > 0) {
        return Err(BundleProblem::Nothing);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: &str = "2026-03-01T12:00:00Z";

    fn wanted(change: impl FnOnce(&mut BundleRequest)) -> BundleRequest {
        let at = NOON.parse().expect("a time");
        let (name, description) = ("slow uploads".to_owned(), String::new());
        let mut wanted = BundleRequest { name, description, parameters: Parameters::usual(at) };
        change(&mut wanted);
        wanted
    }

    /// covers: [BUNDLE-03]
    #[test]
    fn the_default_logs_are_those_of_yesterday_and_today() {
        let usual = wanted(|_| ()).parameters;
        assert_eq!(usual.logs.start_date.to_string(), "2026-02-28");
        assert_eq!(usual.logs.end_date.to_string(), "2026-03-01");
        assert_eq!(usual.logs.end_date.begins().to_string(), "2026-03-01T00:00:00.000Z");
        for wrong in ["", "2026-2-28", "2026-02-30", "2026-13-01", "20260228", "2026-02-28T00"] {
            assert_eq!(wrong.parse::<Day>(), Err(InvalidDay), "{wrong}");
        }
    }

    /// covers: [BUNDLE-03]
    #[test]
    fn each_exceeded_limit_is_reported() {
        use BundleProblem as Problem;
        let all = ASKABLE.to_vec();
        let check = |change: fn(&mut BundleRequest)| check_request(&wanted(change), &all);
        assert_eq!(check(|_| ()), Ok(()));
        assert_eq!(check(|wanted| wanted.name = " ".into()), Err(Problem::NameMissing));
        assert_eq!(check(|wanted| wanted.name = "a\u{1b}[2J".into()), Err(Problem::Name));
        assert_eq!(check(|wanted| wanted.name = "n".repeat(129)), Err(Problem::Name));
        let long = |wanted: &mut BundleRequest| wanted.description = "d".repeat(1_025);
        assert_eq!(check(long), Err(Problem::Description));
        let backwards = |wanted: &mut BundleRequest| {
            wanted.parameters.logs.end_date = "2026-01-01".parse().expect("a day");
        };
        assert_eq!(check(backwards), Err(Problem::Dates));
        let most = |wanted: &mut BundleRequest| wanted.parameters.thread_dump.count = 20;
        assert_eq!(check(most), Ok(()));
        let many = |wanted: &mut BundleRequest| wanted.parameters.thread_dump.count = 21;
        assert_eq!(check(many), Err(Problem::ThreadDumpCount));
        let seldom = |wanted: &mut BundleRequest| wanted.parameters.thread_dump.interval = 60_001;
        assert_eq!(check(seldom), Err(Problem::ThreadDumpInterval));
        assert_eq!(check(|wanted| wanted.parameters.total_bytes_max = 1), Err(Problem::TotalBytes));
        let larger =
            |wanted: &mut BundleRequest| wanted.parameters.file_bytes_max = TOTAL_BYTES_MAX;
        assert_eq!(check(larger), Err(Problem::FileBytes));
        let nothing = |wanted: &mut BundleRequest| {
            let parameters = &mut wanted.parameters;
            (parameters.configuration, parameters.system, parameters.journal) =
                (false, false, false);
            (parameters.logs.include, parameters.thread_dump.count) = (false, 0);
        };
        assert_eq!(check(nothing), Err(Problem::Nothing));
        for (services, problem) in [
            (vec![], Problem::Services),
            (vec![ServiceId::Mc, ServiceId::Xray, ServiceId::Mc], Problem::Services),
            (vec![ServiceId::Access], Problem::NotAskable),
        ] {
            assert_eq!(check_request(&wanted(|_| ()), &services), Err(problem));
        }
    }
}

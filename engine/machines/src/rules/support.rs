//! What a support bundle may be asked for, and how long it lives (BUNDLE-01, BUNDLE-03).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::machine::Rejection;
use crate::rules::services::ServiceId;
use crate::rules::visible::is_unseen;
use crate::time::Timestamp;

/// The list is read again so long after the last creation has ended (BUNDLE-01).
pub const SETTLE_MS: i64 = 3_000;
/// A bundle is removed this long after it was made: it tells much of an installation, so it does not lie about.
pub const BUNDLE_LIVES_MS: i64 = 7 * 24 * 3_600 * 1_000;
/// The services that can be asked for a bundle (BUNDLE-01).
pub const ASKABLE: [ServiceId; 6] = [
    ServiceId::Artifactory,
    ServiceId::Xray,
    ServiceId::Distribution,
    ServiceId::Mc,
    ServiceId::Insight,
    ServiceId::Tracker,
];

/// A name has at most this many characters.
pub const BUNDLE_NAME_CHARS_MAX: usize = 128;
/// A description has at most this many characters.
pub const BUNDLE_DESCRIPTION_CHARS_MAX: usize = 1_024;
/// At most so many thread dumps are taken.
pub const THREAD_DUMPS_MAX: u32 = 20;
/// They lie at most this far apart.
pub const THREAD_DUMP_INTERVAL_MS_MAX: u32 = 60_000;
/// All of them are taken within so many milliseconds: nobody waits longer for a bundle.
pub const THREAD_DUMPS_MS_MAX: u32 = 300_000;
/// What goes into a bundle has at most this many bytes in all, before it is compressed, unless something else is asked.
pub const TOTAL_BYTES_DEFAULT: u64 = 4 << 30;
/// The most that may be asked for.
pub const TOTAL_BYTES_MAX: u64 = 64 << 30;
/// Of a single log so many bytes are taken, the newest ones, unless something else is asked.
pub const FILE_BYTES_DEFAULT: u64 = 512 << 20;
/// The least that either limit may be.
pub const LIMIT_BYTES_MIN: u64 = 64 << 10;

/// A calendar day in UTC, written `2026-11-21`. Days compare as their texts do.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", ts(type = "string"), schemars(extend("format" = "date")))]
pub struct Day(String);

/// A text that is no day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoDay;

impl fmt::Display for NoDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a day is written like 2026-11-21")
    }
}

impl std::error::Error for NoDay {}

impl FromStr for Day {
    type Err = NoDay;

    fn from_str(text: &str) -> Result<Self, NoDay> {
        if text.len() != 10 {
            return Err(NoDay);
        }
        let begins: Timestamp = format!("{text}T00:00:00Z").parse().map_err(|_| NoDay)?;
        // A day that there is not, such as the 30th of February, would come back as another one.
        let day = Self::of(begins);
        if day.0 == text { Ok(day) } else { Err(NoDay) }
    }
}

impl TryFrom<String> for Day {
    type Error = NoDay;

    fn try_from(text: String) -> Result<Self, NoDay> {
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
    /// The day of a moment.
    pub fn of(at: Timestamp) -> Self {
        Self(at.to_text()[..10].iter().map(|byte| char::from(*byte)).collect())
    }

    /// Its first moment.
    pub fn begins(&self) -> Timestamp {
        format!("{}T00:00:00Z", self.0).parse().unwrap_or_default()
    }
}

/// Which logs are taken, both days included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LogRange {
    /// Whether any are.
    pub include: bool,
    /// From the beginning of this day on.
    pub start_date: Day,
    /// Until the end of this one.
    pub end_date: Day,
}

/// How often the threads are asked what they do. None are when the count is nought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ThreadDump {
    /// How often.
    pub count: u32,
    /// How far apart, in milliseconds.
    pub interval: u32,
}

/// What goes into a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// The configuration, without secrets.
    pub configuration: bool,
    /// What is known of the machine and of the process.
    pub system: bool,
    /// How the journals are.
    pub journal: bool,
    /// Logs.
    pub logs: LogRange,
    /// What the threads do.
    pub thread_dump: ThreadDump,
    /// The most bytes that go in, before they are compressed.
    pub total_bytes_max: u64,
    /// The most bytes of a single log; the newest ones are kept.
    pub file_bytes_max: u64,
}

impl Parameters {
    /// Everything, with the logs of yesterday and today, and one thread dump.
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

/// A bundle as somebody asks for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// What it is to be called.
    pub name: String,
    /// What it is for; may be empty.
    pub description: String,
    /// What goes in.
    pub parameters: Parameters,
}

/// What is wrong with what somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BundleProblem {
    /// There is no name.
    NameMissing,
    /// The name is too long, or has characters that nobody can see.
    Name,
    /// Likewise the description.
    Description,
    /// No service is named, or one twice.
    Services,
    /// One that is named makes no bundles.
    NotAskable,
    /// The range of the logs ends before it begins.
    Dates,
    /// Too many thread dumps.
    ThreadDumpCount,
    /// Too far apart.
    ThreadDumpInterval,
    /// The limit of the whole is too small or too large.
    TotalBytes,
    /// The limit of a log is too small, or larger than that of the whole.
    FileBytes,
    /// Nothing at all would go in.
    Nothing,
}

impl BundleProblem {
    /// A stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NameMissing => "bundle_name_missing",
            Self::Name => "bundle_name",
            Self::Description => "bundle_description",
            Self::Services => "bundle_services",
            Self::NotAskable => "bundle_service_not_askable",
            Self::Dates => "bundle_dates",
            Self::ThreadDumpCount => "bundle_thread_dump_count",
            Self::ThreadDumpInterval => "bundle_thread_dump_interval",
            Self::TotalBytes => "bundle_total_bytes",
            Self::FileBytes => "bundle_file_bytes",
            Self::Nothing => "bundle_nothing",
        }
    }

    /// The field that it is about.
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

    /// What is wrong, as a sentence.
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

    /// Why an event that carries this is refused.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl fmt::Display for BundleProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

/// Whether a bundle may be asked for like this, of these services.
pub fn check_wanted(wanted: &Wanted, services: &[ServiceId]) -> Result<(), BundleProblem> {
    let Wanted { name, description, parameters } = wanted;
    let unseen = |text: &str| text.chars().any(|letter| is_unseen(letter) && letter != '\n');
    let twice = |(at, service): (usize, &ServiceId)| services[..at].contains(service);
    let dump = parameters.thread_dump;
    if name.trim().is_empty() {
        return Err(BundleProblem::NameMissing);
    }
    if name.chars().count() > BUNDLE_NAME_CHARS_MAX || name.chars().any(is_unseen) {
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

    fn wanted(change: impl FnOnce(&mut Wanted)) -> Wanted {
        let at = NOON.parse().expect("a time");
        let (name, description) = ("slow uploads".to_owned(), String::new());
        let mut wanted = Wanted { name, description, parameters: Parameters::usual(at) };
        change(&mut wanted);
        wanted
    }

    /// covers: [BUNDLE-03]
    #[test]
    fn the_usual_logs_are_those_of_yesterday_and_today() {
        let usual = wanted(|_| ()).parameters;
        assert_eq!(usual.logs.start_date.to_string(), "2026-02-28");
        assert_eq!(usual.logs.end_date.to_string(), "2026-03-01");
        assert_eq!(usual.logs.end_date.begins().to_string(), "2026-03-01T00:00:00.000Z");
        for wrong in ["", "2026-2-28", "2026-02-30", "2026-13-01", "20260228", "2026-02-28T00"] {
            assert_eq!(wrong.parse::<Day>(), Err(NoDay), "{wrong}");
        }
    }

    /// covers: [BUNDLE-03]
    #[test]
    fn each_limit_is_said_where_it_is_passed() {
        use BundleProblem as Problem;
        let all = ASKABLE.to_vec();
        let check = |change: fn(&mut Wanted)| check_wanted(&wanted(change), &all);
        assert_eq!(check(|_| ()), Ok(()));
        assert_eq!(check(|wanted| wanted.name = " ".into()), Err(Problem::NameMissing));
        assert_eq!(check(|wanted| wanted.name = "a\u{1b}[2J".into()), Err(Problem::Name));
        assert_eq!(check(|wanted| wanted.name = "n".repeat(129)), Err(Problem::Name));
        let long = |wanted: &mut Wanted| wanted.description = "d".repeat(1_025);
        assert_eq!(check(long), Err(Problem::Description));
        let backwards = |wanted: &mut Wanted| {
            wanted.parameters.logs.end_date = "2026-01-01".parse().expect("a day");
        };
        assert_eq!(check(backwards), Err(Problem::Dates));
        let most = |wanted: &mut Wanted| wanted.parameters.thread_dump.count = 20;
        assert_eq!(check(most), Ok(()));
        let many = |wanted: &mut Wanted| wanted.parameters.thread_dump.count = 21;
        assert_eq!(check(many), Err(Problem::ThreadDumpCount));
        let seldom = |wanted: &mut Wanted| wanted.parameters.thread_dump.interval = 60_001;
        assert_eq!(check(seldom), Err(Problem::ThreadDumpInterval));
        assert_eq!(check(|wanted| wanted.parameters.total_bytes_max = 1), Err(Problem::TotalBytes));
        let larger = |wanted: &mut Wanted| wanted.parameters.file_bytes_max = TOTAL_BYTES_MAX;
        assert_eq!(check(larger), Err(Problem::FileBytes));
        let nothing = |wanted: &mut Wanted| {
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
            assert_eq!(check_wanted(&wanted(|_| ()), &services), Err(problem));
        }
    }
}

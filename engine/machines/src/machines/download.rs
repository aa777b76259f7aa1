//! What was downloaded from a repository, and what a remote one has taken in: counts of each minute, and single
//! downloads of a repository whose audit is full.
//!
//! ```text
//! nothing --count--> counted --count--> counted        in the stream download/<repository id>
//! nothing --serve--> recorded --serve--> recorded      in the streams download/<repository id>/<hex digit>
//! ```
//!
//! The record of a minute has the SHA-256 of the lines of the access log about it, so that a line that was changed or
//! removed is noticed. Counts that have no room in one record follow in others of the same minute, without lines.

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::secret::Digest;
use crate::time::Timestamp;

/// A minute that is earlier by more than a day is counted after one at which the clock was wrong.
pub const WRONG_CLOCK_MS: i64 = 24 * 60 * 60 * 1_000;

/// What was transferred of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FileCount {
    /// Its path.
    pub path: String,
    /// The package that it was published with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The version of that package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// How much.
    pub transfers: Transfers,
    /// When a download ended last; none if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Timestamp>,
}

/// How much was transferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Transfers {
    /// Downloads whose last byte was sent.
    pub downloads: u64,
    /// How often it was taken in from another server.
    pub fills: u64,
    /// The bytes that were sent, also of downloads that ended early.
    pub bytes: u64,
}

/// Lines of the access log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LoggedLines"))]
#[cfg_attr(feature = "schema", schemars(rename = "LoggedLines"))]
#[serde(deny_unknown_fields)]
pub struct Lines {
    /// How many.
    pub count: u64,
    /// The SHA-256 of them, each with the line feed behind it, in their order.
    pub sha256: Digest,
}

/// What was transferred in a minute, as far as one record has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MinuteCount {
    /// When the minute begins.
    pub minute: Timestamp,
    /// The lines since the record before; none in a further record about the same lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Lines>,
    /// Transfers whose lines had no room in the queue of the log.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unlogged: u64,
    /// Whether it was counted from the lines at the start after a crash, so that they are only as good as the file was.
    #[serde(default, skip_serializing_if = "is_false")]
    pub recovered: bool,
    /// By file.
    pub files: Vec<FileCount>,
    /// The sum of the files for which there was no room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others: Option<Transfers>,
}

/// A download that is recorded by itself, before its first byte is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RecordedDownload"),
    schemars(rename = "RecordedDownload")
)]
#[serde(deny_unknown_fields)]
pub struct Download {
    /// The key that the repository has.
    pub repository: String,
    /// The path of the file.
    pub path: String,
    /// The package that it was published with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// The version of that package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The SHA-256 of its content.
    pub sha256: Digest,
    /// The first byte that is sent.
    pub from: u64,
    /// The byte after the last one.
    pub to: u64,
}

/// The state of a stream of downloads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "DownloadState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// There was none.
    Nothing {},
    /// Minutes were counted.
    Counted {
        /// The newest one.
        minute: Timestamp,
        /// How many lines of it are in records.
        lines: u64,
    },
    /// Single downloads were recorded.
    Recorded {
        /// When one was recorded last.
        at: Timestamp,
    },
}
named!(State { Nothing = "nothing", Counted = "counted", Recorded = "recorded" });

/// The events of downloads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "DownloadEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// What was transferred in a minute.
    Count {
        /// The counts.
        count: Box<MinuteCount>,
    },
    /// A file is about to be sent.
    Serve {
        /// The download.
        download: Box<Download>,
    },
}
named!(Event { Count = "count", Serve = "serve" });

/// The machine of downloads.
#[derive(Debug, Default)]
pub struct Downloads;

#[state_machine(
    initial = "State::Nothing {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Downloads {
    #[state(superstate = "root")]
    fn nothing(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Count { count } => counted(count, 0),
            Event::Serve { .. } => Transition(State::Recorded { at: context.at }),
        }
    }

    #[state(superstate = "root", local_storage("minute: Timestamp", "lines: u64"))]
    fn counted(
        minute: &Timestamp,
        lines: &u64,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            // The order of the minutes is that of the lines.
            Event::Count { count }
                if context.guard("earlier_minute", is_earlier(count.minute, *minute)) =>
            {
                context.refuse_here()
            }
            Event::Count { count } if count.minute == *minute => counted(count, *lines),
            Event::Count { count } => counted(count, 0),
            Event::Serve { .. } => Super,
        }
    }

    #[state(superstate = "root", local_storage("at: Timestamp"))]
    fn recorded(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Serve { .. } => Transition(State::Recorded { at: context.at }),
            Event::Count { .. } => Super,
        }
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

/// Whether a minute is before another one, which was not counted while the clock was wrong.
const fn is_earlier(minute: Timestamp, known: Timestamp) -> bool {
    let earlier_by = known.ms_since(minute);
    0 < earlier_by && earlier_by <= WRONG_CLOCK_MS
}

/// A minute of which so many lines were recorded already.
fn counted(count: &MinuteCount, known: u64) -> Outcome<State> {
    let more = count.lines.as_ref().map_or(0, |lines| lines.count);
    Transition(State::Counted { minute: count.minute, lines: known.saturating_add(more) })
}

const fn is_zero(number: &u64) -> bool {
    *number == 0
}

const fn is_false(value: &bool) -> bool {
    !*value
}

impl Machine for Downloads {
    const NAME: &'static str = "download";
    const TERMINAL: &'static [&'static str] = &["counted", "recorded"];

    crate::installation_machine!(Downloads);

    /// Without the number of lines, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Nothing {} => "nothing".to_owned(),
            State::Counted { minute, .. } => format!("counted {minute}"),
            State::Recorded { .. } => "recorded".to_owned(),
        }
    }

    fn examples() -> Vec<Event> {
        let transfers = Transfers { downloads: 2, fills: 1, bytes: 84 };
        let count = |minute_ms: i64, lines: Option<u64>| Event::Count {
            count: Box::new(MinuteCount {
                minute: Timestamp::from_ms(minute_ms),
                lines: lines.map(|count| Lines { count, sha256: Digest("0".repeat(64)) }),
                unlogged: 1,
                recovered: true,
                files: vec![FileCount {
                    path: "shop/-/shop-1.0.0.tgz".into(),
                    package: Some("shop".into()),
                    version: Some("1.0.0".into()),
                    transfers,
                    last: Some(Timestamp::from_ms(minute_ms)),
                }],
                others: Some(transfers),
            }),
        };
        vec![
            count(0, Some(3)),
            count(0, None),
            count(60_000, Some(1)),
            count(2 * WRONG_CLOCK_MS, Some(1)),
            Event::Serve {
                download: Box::new(Download {
                    repository: "npm-local".into(),
                    path: "shop/-/shop-1.0.0.tgz".into(),
                    package: Some("shop".into()),
                    version: Some("1.0.0".into()),
                    sha256: Digest("0".repeat(64)),
                    from: 0,
                    to: 42,
                }),
            },
        ]
    }
}

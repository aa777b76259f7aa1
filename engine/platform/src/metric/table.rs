//! The rows.

use super::{Kind, Row};
use Kind::{Counter, Gauge, Histogram};

/// The beginning of docs/metrics.md.
pub(super) const PAGE: &str = "\
# Metrics

Generated from `engine/platform/src/metric/table.rs`. `GET /metrics` of the listener `metrics_listen` answers them in
Prometheus' text format; alert rules and a dashboard that use them are in [monitoring](monitoring/README.md).

Labels have few values, none of which a client chooses: `route` is the path of the route table, with its parameters in
braces, or `none`; `status` is a class such as `2xx`; `by` is `visitors` or `others` (users and proxies); `journal` is
`sessions` or `platform`. `scope` and `resource` of budgets are the keys below `[limits]` of the configuration
([waybill.example.toml](waybill.example.toml)); `per` is `at_once` or `minute`.

| name | type | labels | meaning |
|---|---|---|---|
";

/// From a millisecond to half a minute, for answers to clients.
const ANSWERS: Kind = Histogram(&[
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0,
]);
/// From the time of a fast disk to that of one that hangs.
const SYNCS: Kind = Histogram(&[
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
]);

macro_rules! table {
    ($($metric:ident: $kind:ident $name:literal [$($label:literal),*] $help:literal;)+) => {
        /// A metric.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Metric {
            $(#[doc = $help] $metric,)+
        }

        impl Metric {
            /// All of them, in the order of the table.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$metric),+];

            /// Its row of the table.
            pub const fn row(self) -> Row {
                match self {
                    $(Self::$metric => Row { name: $name, kind: $kind, labels: &[$($label),*], help: $help },)+
                }
            }
        }
    };
}

table! {
    BuildInfo: Gauge "waybill_build_info" ["version", "commit"]
        "Is 1; its labels name the build.";
    ProcessStart: Gauge "process_start_time_seconds" []
        "When the process was started, in seconds since 1970.";
    ResidentMemory: Gauge "process_resident_memory_bytes" []
        "Memory of the process that is not swapped out.";
    OpenDescriptors: Gauge "process_open_fds" []
        "Open file descriptors.";
    DescriptorsMax: Gauge "process_max_fds" []
        "How many file descriptors may be open.";

    Requests: Counter "waybill_http_requests_total" ["route", "method", "status"]
        "Requests that were answered.";
    RequestSeconds: ANSWERS "waybill_http_request_duration_seconds" ["route", "method"]
        "Time from the head of a request to the head of its response.";
    ConnectionsOpen: Gauge "waybill_connections_open" ["by"]
        "Open connections.";
    SocketsOpen: Gauge "waybill_sockets_open" ["by"]
        "Open WebSocket connections, one for each connected tab.";
    SocketsLagged: Counter "waybill_sockets_lagged_total" []
        "How often a tab was too slow for its messages and was sent them again.";
    TopicsEnded: Counter "waybill_topics_ended_total" []
        "Subscriptions of tabs that the server ended.";

    SpansExported: Counter "waybill_spans_exported_total" []
        "Spans of traces that the collector has taken.";
    SpansDropped: Counter "waybill_spans_dropped_total" ["reason"]
        "Spans of traces that were dropped: `queue_full`, or `not_delivered` to the collector.";

    ViolationsDropped: Counter "waybill_download_violations_dropped_total" ["reason"]
        "Downloads refused by rules that have no record: `hour_full` (600 in an hour), `queue_full` or `not_recorded`.";

    Mails: Counter "waybill_mails_total" ["outcome"]
        "Mails, by what came of an attempt: `sent`, `deferred` (tried again later), `failed` or `expired`.";
    MailsOpen: Gauge "waybill_mails_open" []
        "Mails that wait to be sent.";

    SignIns: Counter "waybill_sign_ins_total" ["step", "outcome"]
        "Steps of signing in; a password that is accepted may be followed by the step of a code.";
    SessionsOpen: Gauge "waybill_sessions_open" []
        "Sessions that have not ended.";
    SessionsInMemory: Gauge "waybill_sessions_in_memory" []
        "Sessions that are awake.";

    JournalRecords: Gauge "waybill_journal_records" ["journal"]
        "Records of the journal.";
    JournalAppended: Counter "waybill_journal_appended_records_total" ["journal"]
        "Records that were made durable since the start.";
    JournalBytes: Counter "waybill_journal_appended_bytes_total" ["journal"]
        "Bytes of these records.";
    JournalFailures: Counter "waybill_journal_append_failures_total" ["journal"]
        "Groups of records that were not appended: conflicts, a journal that is read-only, or a failure.";
    JournalSeconds: SYNCS "waybill_journal_append_duration_seconds" ["journal"]
        "Time from handing over a group of records to its being durable, waiting included.";
    JournalQueue: Gauge "waybill_journal_queue_groups" ["journal"]
        "Groups of records that wait to be durable.";
    JournalWritable: Gauge "waybill_journal_writable" ["journal"]
        "1 while the journal takes records, 0 while it is read-only or has failed.";
    JournalScrubbed: Counter "waybill_journal_scrubbed_bytes_total" ["journal"]
        "Bytes of sealed generations that were read in the background, to find damage.";
    JournalDamagedFrames: Counter "waybill_journal_damaged_frames_total" ["journal"]
        "Damaged frames that were found by reading in the background.";

    DataBytes: Gauge "waybill_data_directory_bytes" ["part"]
        "Disk space that parts of the data directory take; refreshed every half minute.";
    DiskFree: Gauge "waybill_disk_free_bytes" []
        "Disk space that the server may still use on the file system of the data directory.";
    DiskSize: Gauge "waybill_disk_size_bytes" []
        "Size of that file system.";

    ContentsSwept: Gauge "waybill_contents_swept_timestamp_seconds" []
        "When unused contents of files were last looked for and removed, in seconds since 1970; 0 before.";
    ContentsBytes: Gauge "waybill_contents_bytes" ["state"]
        "Bytes of contents then: `used`, `recent` (unused for less than the grace period), `leased` and `removed`.";

    BudgetLimit: Gauge "waybill_budget_limit" ["scope", "resource", "per"]
        "What each of a scope may use, as configured.";
    BudgetUsed: Counter "waybill_budget_used_total" ["scope", "resource"]
        "What all of a scope have used of a budget that refills.";
    BudgetHeld: Gauge "waybill_budget_held" ["scope", "resource"]
        "What is held now: by the server, by all visitors, and by the address and the person that hold the most.";
    BudgetRefused: Counter "waybill_budget_refused_total" ["scope", "resource"]
        "How often a budget was used up.";
}

//! The metrics of a server: one table of names, units, help texts and labels, and recording them by its rows.
//!
//! Values of labels are `'static`: they come from enums and tables, so that no client decides how many series there
//! are, and nothing that a client has sent is in a metric.

mod table;

use std::time::Duration;

use metrics::{Counter, Gauge, Histogram, Unit};

pub use table::Metric;

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The name, which ends with the unit and, for counters, `_total`.
    pub name: &'static str,
    /// How it is recorded.
    pub kind: Kind,
    /// The names of its labels.
    pub labels: &'static [&'static str],
    /// What it says, for operators.
    pub help: &'static str,
}

/// How a metric is recorded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// It only grows.
    Counter,
    /// It goes up and down.
    Gauge,
    /// Counts by upper bounds.
    Histogram(&'static [f64]),
}

impl Kind {
    /// The name in the exposition format.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram(_) => "histogram",
        }
    }
}

impl Row {
    /// The unit that the name says, if it has one.
    pub fn unit(self) -> Option<Unit> {
        let name = self.name.strip_suffix("_total").unwrap_or(self.name);
        if name.ends_with("_seconds") {
            Some(Unit::Seconds)
        } else {
            name.ends_with("_bytes").then_some(Unit::Bytes)
        }
    }
}

impl Metric {
    /// Gives all rows to the recorder.
    pub fn describe_all() {
        for row in Self::ALL.map(Self::row) {
            let Row { name, help, .. } = row;
            // The recorder takes the unit as a type of its own.
            match (row.kind, row.unit()) {
                (Kind::Counter, Some(unit)) => metrics::describe_counter!(name, unit, help),
                (Kind::Counter, None) => metrics::describe_counter!(name, help),
                (Kind::Gauge, Some(unit)) => metrics::describe_gauge!(name, unit, help),
                (Kind::Gauge, None) => metrics::describe_gauge!(name, help),
                (Kind::Histogram(_), Some(unit)) => metrics::describe_histogram!(name, unit, help),
                (Kind::Histogram(_), None) => metrics::describe_histogram!(name, help),
            }
        }
    }

    /// Counts one; the values of the labels are in the order of the row.
    pub fn count(self, labels: &[&'static str]) {
        self.counter(labels).increment(1);
    }

    /// Sets the present value.
    #[allow(clippy::cast_precision_loss, reason = "a gauge of this size needs no more")]
    pub fn set(self, labels: &[&'static str], value: u64) {
        self.gauge(labels).set(value as f64);
    }

    /// Records how long something took.
    pub fn observe(self, labels: &[&'static str], took: Duration) {
        self.histogram(labels).record(took);
    }

    /// Puts a counter on the page at zero, so that the first event is a change.
    pub fn show(self, labels: &[&'static str]) {
        self.counter(labels).increment(0);
    }

    /// A counter to keep, for what is counted often. It is on the page, at zero, from then on.
    pub fn counter(self, labels: &[&'static str]) -> Counter {
        let counter = metrics::counter!(self.row().name, self.labels(labels));
        counter.increment(0);
        counter
    }

    /// A gauge to keep.
    pub fn gauge(self, labels: &[&'static str]) -> Gauge {
        metrics::gauge!(self.row().name, self.labels(labels))
    }

    /// A histogram to keep.
    pub fn histogram(self, labels: &[&'static str]) -> Histogram {
        metrics::histogram!(self.row().name, self.labels(labels))
    }

    fn labels(self, values: &[&'static str]) -> Vec<metrics::Label> {
        let names = self.row().labels;
        debug_assert_eq!(names.len(), values.len(), "{self:?} has a value for each label");
        names
            .iter()
            .zip(values)
            .map(|pair| metrics::Label::from_static_parts(pair.0, pair.1))
            .collect()
    }

    /// The table as a page of the documentation.
    pub fn to_markdown() -> String {
        let mut page = String::from(table::PAGE);
        for row in Self::ALL.map(Self::row) {
            let labels = row.labels.iter().map(|label| format!("`{label}`")).collect::<Vec<_>>();
            let (name, kind, labels) = (row.name, row.kind.as_str(), labels.join(", "));
            page += &format!("| `{name}` | {kind} | {labels} | {} |\n", row.help);
        }
        page
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_unit_and_kind() {
        for row in Metric::ALL.map(Metric::row) {
            let Row { name, kind, help, .. } = row;
            assert!(name.starts_with("waybill_") || name.starts_with("process_"), "{name}");
            assert_eq!(kind == Kind::Counter, name.ends_with("_total"), "{name}");
            assert!(help.ends_with('.') && !help.contains('|'), "{name}: {help}");
            if let Kind::Histogram(bounds) = kind {
                assert!(name.ends_with("_seconds") && bounds.is_sorted(), "{name}");
            }
        }
    }
}

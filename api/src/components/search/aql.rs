//! The query language AQL, for items: `items.find({..}).include(..).sort({..}).offset(..).limit(..)`, in this order.

mod fields;
mod parse;
mod print;
mod resolve;
mod tokens;

use waybill_machines::Timestamp;

pub(super) use fields::{FIELDS, Field};
pub(super) use parse::parse;
pub(super) use resolve::Known;

/// The longest query, in bytes.
pub(super) const QUERY_BYTES_MAX: usize = 64 * 1_024;
/// How deep criteria may be within each other.
const DEPTH_MAX: usize = 16;
/// The most criteria of a query: each is judged for each file.
const CRITERIA_MAX: usize = 200;
/// The longest pattern, in bytes.
const PATTERN_BYTES_MAX: usize = 256;
/// The most results that are sorted, those that are left out at the beginning included.
pub(super) const SORTED_MAX: usize = 50_000;

/// A query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Aql {
    /// What each result meets.
    pub(super) find: Node,
    /// The fields of each result; the usual ones if it is empty.
    pub(super) include: Vec<Include>,
    /// The order of the results.
    pub(super) sort: Option<Sort>,
    /// How many results are left out at the beginning.
    pub(super) offset: usize,
    /// How many results there are at most.
    pub(super) limit: Option<usize>,
}

/// A criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// All of these.
    All(Vec<Self>),
    /// One of these; there is always one.
    Any(Vec<Self>),
    /// A text.
    Text { subject: Subject, operator: TextOperator, value: String },
    /// A number.
    Number { field: Field, operator: Operator, value: u64 },
    /// A time.
    Time { field: Field, operator: Operator, value: Timestamp },
    /// A time by how long ago it is: `$last` is within it, `$before` is longer ago.
    Ago { field: Field, within: bool, ago: Ago },
}

/// What has a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subject {
    /// A field.
    Field(Field),
    /// The property with a name.
    Property(String),
    /// Any property.
    AnyProperty,
}

/// How values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Eq,
    Ne,
    Gt,
    Gte,
    Lt,
    Lte,
}

/// What is asked of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextOperator {
    Compare(Operator),
    Match,
    NotMatch,
}

/// A span of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ago {
    pub(super) count: u32,
    pub(super) unit: Unit,
}

/// The units of spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Milliseconds,
    Seconds,
    Minutes,
    Hours,
    Days,
    Weeks,
    Months,
    Years,
}

/// The units with the names that they have in queries; the first one is written.
pub(super) const UNITS: [(Unit, &[&str], i64); 8] = [
    (Unit::Milliseconds, &["ms", "mills", "millis", "milliseconds"], 1),
    (Unit::Seconds, &["s", "seconds"], 1_000),
    (Unit::Minutes, &["mi", "minutes"], 60_000),
    (Unit::Hours, &["h", "hours"], 3_600_000),
    (Unit::Days, &["d", "days"], 86_400_000),
    (Unit::Weeks, &["w", "weeks"], 7 * 86_400_000),
    (Unit::Months, &["mo", "months"], 30 * 86_400_000),
    (Unit::Years, &["y", "years"], 365 * 86_400_000),
];

/// What a result shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Include {
    /// A field.
    Field(Field),
    /// All fields.
    AllFields,
    /// All properties.
    Properties,
    /// The property with a name.
    Property(String),
}

/// An order of results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sort {
    pub(super) descending: bool,
    /// There is always one.
    pub(super) fields: Vec<Field>,
}

/// Why a query cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("at character {at} of the query, {expected} is expected instead of {found}")]
pub(super) struct AqlError {
    /// The number of the character, from 1 on.
    pub(super) at: usize,
    /// What may be there.
    pub(super) expected: String,
    /// What is there.
    pub(super) found: String,
}

#[cfg(test)]
mod tests;

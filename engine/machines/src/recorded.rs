//! Reading what any released build has recorded.
//!
//! A record names the version of the shapes that its machine had ([`Machine::SCHEMA`]). What an older version wrote is
//! parsed and turned, one version after another, into what the present types read; what this version wrote is read as
//! it is. Stored bytes never change. Fields that no version knew stay refused.
//!
//! Decision: docs/decisions/journal.md

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::by::{self, By};
use crate::facts::Facts;
use crate::machine::Machine;
use crate::registry::MachineName;
use crate::rules::view_as::View;

/// A part of a record that holds a machine's types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The state after.
    State,
    /// What happened.
    Event,
    /// One of the effects asked for.
    Call,
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::State => "state",
            Self::Event => "event",
            Self::Call => "call",
        })
    }
}

/// Why a part of a record cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// A later build wrote it.
    Newer {
        /// The machine.
        machine: MachineName,
        /// The version that the record names.
        schema: u64,
    },
    /// No version of the machine's types has this shape.
    Shape {
        /// The machine.
        machine: MachineName,
        /// The part.
        part: Part,
        /// What is wrong, without any value of it.
        why: String,
    },
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Newer { machine, schema } => {
                let known = machine.profile().schema;
                write!(
                    f,
                    "version {schema} of {machine} is newer than this build, which knows {known}: use the build that \
                     wrote it, or a later one"
                )
            }
            Self::Shape { machine, part, why } => {
                write!(f, "the {part} of {machine} has a shape that no version had: {why}")
            }
        }
    }
}

impl std::error::Error for Unreadable {}

/// Which facts a recorded event was decided with, as the record names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactsSource {
    /// The state of start-up after this record of the same stream.
    Record(u64),
    /// The state of start-up after the record that this one names as its cause.
    Cause,
}

/// The facts that a record of start-up holds, and the view through which an administrator looked at them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GatheredFacts {
    /// What start-up gathered.
    pub facts: Facts,
    /// The view, where it is not the administrator's own.
    pub view: Option<View>,
}

impl GatheredFacts {
    /// The facts as guards decide on them.
    pub fn shown(&self) -> Facts {
        self.view.map_or_else(|| self.facts.clone(), |view| view.of(&self.facts))
    }
}

/// The event of a record without the means by which it was caused, and these: no machine reads them.
pub(crate) fn split_event(
    machine: MachineName,
    json: &str,
) -> Result<(Cow<'_, str>, Option<By>), Unreadable> {
    by::split(json).map_err(|error| Unreadable::Shape {
        machine,
        part: Part::Event,
        why: error.to_string(),
    })
}

/// Reads one part of a record that version `schema` of a machine wrote.
pub(crate) fn read<M: Machine, T: DeserializeOwned>(
    machine: MachineName,
    schema: u64,
    part: Part,
    json: &str,
) -> Result<T, Unreadable> {
    let shape =
        |error: serde_json::Error| Unreadable::Shape { machine, part, why: error.to_string() };
    let Ok(from) = u32::try_from(schema) else {
        return Err(Unreadable::Newer { machine, schema });
    };
    if from == M::SCHEMA {
        return serde_json::from_str(json).map_err(shape);
    }
    if from > M::SCHEMA {
        return Err(Unreadable::Newer { machine, schema });
    }
    let mut value: Value = serde_json::from_str(json).map_err(shape)?;
    for version in from..M::SCHEMA {
        M::upcast(version, part, &mut value);
    }
    serde_json::from_value(value).map_err(shape)
}

//! The fields of a document of OSV that are read, as they are written.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::severity::{Level, Severity};

#[derive(Deserialize)]
pub struct Document {
    #[serde(default)]
    pub schema_version: Option<String>,
    pub id: String,
    pub modified: String,
    #[serde(default)]
    pub published: Option<String>,
    #[serde(default)]
    pub withdrawn: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub aliases: Vec<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub summary: String,
    #[serde(default, deserialize_with = "or_default")]
    pub details: String,
    #[serde(default, deserialize_with = "or_default")]
    pub severity: Vec<Vector>,
    #[serde(default, deserialize_with = "or_default")]
    pub affected: Vec<Affected>,
    #[serde(default, deserialize_with = "or_default")]
    pub references: Vec<Page>,
    #[serde(default, deserialize_with = "or_default")]
    pub database_specific: Words,
}

#[derive(Deserialize)]
pub struct Vector {
    pub score: String,
}

#[derive(Deserialize)]
pub struct Page {
    #[serde(rename = "type", default)]
    pub kind: String,
    pub url: String,
}

#[derive(Deserialize)]
pub struct Affected {
    #[serde(default)]
    pub package: Option<Named>,
    #[serde(default, deserialize_with = "or_default")]
    pub severity: Vec<Vector>,
    #[serde(default, deserialize_with = "or_default")]
    pub ranges: Vec<Ranged>,
    #[serde(default, deserialize_with = "or_default")]
    pub versions: Vec<String>,
    #[serde(default, deserialize_with = "or_default")]
    pub ecosystem_specific: Words,
    #[serde(default, deserialize_with = "or_default")]
    pub database_specific: Words,
}

#[derive(Deserialize)]
pub struct Named {
    pub ecosystem: String,
    pub name: String,
}

#[derive(Deserialize)]
pub struct Ranged {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default, deserialize_with = "or_default")]
    pub events: Vec<Happened>,
}

/// An event. Databases may add fields.
#[derive(Deserialize)]
pub struct Happened {
    #[serde(default)]
    pub introduced: Option<String>,
    #[serde(default)]
    pub fixed: Option<String>,
    #[serde(default)]
    pub last_affected: Option<String>,
    #[serde(default)]
    pub limit: Option<String>,
}

/// What is read of an object that each database fills as it likes, so that these may be of any kind.
#[derive(Default, Deserialize)]
pub struct Words {
    #[serde(default)]
    pub severity: Value,
    /// What RUSTSEC says of advisories that are about no vulnerability.
    #[serde(default)]
    pub informational: Value,
}

/// Some databases write nothing as null.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    from: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

impl Words {
    fn level(&self) -> Option<Level> {
        self.severity.as_str().and_then(Level::of_word)
    }

    /// The severity that the object names.
    pub fn severity(&self) -> Option<Severity> {
        let info = self.informational.is_string().then_some(Level::Info);
        self.level().or(info).map(Severity::of_level)
    }
}

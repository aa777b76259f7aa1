//! Reading a build-info: what of it is shown and compared. The document itself is kept as it was sent.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use waybill_machines::Timestamp;
use waybill_machines::rules::builds::{
    AGENT_BYTES_MAX, BuildCounts, BuildProblem, check_build_name, check_build_number, started_of,
};

/// The most modules of a build.
pub const MODULES_MAX: usize = 10_000;
/// The most artifacts and dependencies of a build together.
pub const FILES_MAX: usize = 200_000;
/// The longest text of a field, in bytes.
pub const TEXT_BYTES_MAX: usize = 4_096;

/// A build-info, as far as its fields are known here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BuildInfo {
    /// The name of the build.
    #[serde(deserialize_with = "text")]
    pub name: String,
    /// The number of this run. Some servers write it as a number.
    #[serde(deserialize_with = "text")]
    pub number: String,
    /// When it began.
    #[serde(deserialize_with = "text")]
    pub started: String,
    /// The program that built it, such as Maven.
    #[serde(deserialize_with = "known")]
    pub build_agent: Agent,
    /// The server that ran it, such as Jenkins.
    #[serde(deserialize_with = "known")]
    pub agent: Agent,
    /// How long it took.
    pub duration_millis: Option<u64>,
    /// The user of the server who began it.
    #[serde(deserialize_with = "text")]
    pub principal: String,
    /// The address of the run at its server.
    #[serde(deserialize_with = "text")]
    pub url: String,
    /// Where its source is.
    #[serde(deserialize_with = "known")]
    pub vcs: Vec<Vcs>,
    /// The revision of its source, as older programs write it.
    #[serde(deserialize_with = "text")]
    pub vcs_revision: String,
    /// The address of its source, as older programs write it.
    #[serde(deserialize_with = "text")]
    pub vcs_url: String,
    /// What it consists of.
    #[serde(deserialize_with = "known")]
    pub modules: Vec<Module>,
    /// The properties and the environment in which it ran.
    #[serde(deserialize_with = "properties")]
    pub properties: BTreeMap<String, String>,
}

/// A program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Agent {
    /// Its name.
    #[serde(deserialize_with = "text")]
    pub name: String,
    /// Its version.
    #[serde(deserialize_with = "text")]
    pub version: String,
}

impl Agent {
    /// Name and version, as far as they are known.
    pub fn full_name(&self) -> String {
        format!("{} {}", self.name, self.version).trim().to_owned()
    }
}

/// Where the source of a build is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "BuildVcs"),
    schemars(rename = "BuildVcs")
)]
#[serde(default)]
pub struct Vcs {
    /// The address of its repository.
    #[serde(deserialize_with = "text")]
    pub url: String,
    /// The revision.
    #[serde(deserialize_with = "text")]
    pub revision: String,
    /// The branch.
    #[serde(deserialize_with = "text")]
    pub branch: String,
    /// The message of the revision.
    #[serde(deserialize_with = "text")]
    pub message: String,
}

/// A module of a build.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Module {
    /// Its id, such as `com.acme:shop:1.0.0`.
    #[serde(deserialize_with = "text")]
    pub id: String,
    /// Its type, such as `maven`.
    #[serde(deserialize_with = "text")]
    pub r#type: String,
    /// The files that came out of it.
    #[serde(deserialize_with = "known")]
    pub artifacts: Vec<Artifact>,
    /// The files that went into it.
    #[serde(deserialize_with = "known")]
    pub dependencies: Vec<Dependency>,
}

/// A file that came out of a build.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Artifact {
    /// Its name.
    #[serde(deserialize_with = "text")]
    pub name: String,
    /// Its type, such as `jar`.
    #[serde(deserialize_with = "text")]
    pub r#type: String,
    /// Its path in the repository that it was deployed to.
    #[serde(deserialize_with = "text")]
    pub path: String,
    /// That repository.
    #[serde(deserialize_with = "text")]
    pub original_deployment_repo: String,
    /// Its SHA-256.
    #[serde(deserialize_with = "text")]
    pub sha256: String,
    /// Its SHA-1.
    #[serde(deserialize_with = "text")]
    pub sha1: String,
    /// Its MD5.
    #[serde(deserialize_with = "text")]
    pub md5: String,
}

/// A file that went into a build.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(default)]
pub struct Dependency {
    /// Its id, such as `org.slf4j:slf4j-api:2.0.9`.
    #[serde(deserialize_with = "text")]
    pub id: String,
    /// Its type, such as `jar`.
    #[serde(deserialize_with = "text")]
    pub r#type: String,
    /// What it is needed for, such as `compile`.
    #[serde(deserialize_with = "known")]
    pub scopes: Vec<String>,
    /// Its SHA-256.
    #[serde(deserialize_with = "text")]
    pub sha256: String,
    /// Its SHA-1.
    #[serde(deserialize_with = "text")]
    pub sha1: String,
    /// Its MD5.
    #[serde(deserialize_with = "text")]
    pub md5: String,
}

/// Why a build-info is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the build-info is not valid: {problem}{}", if field.is_empty() { String::new() } else { format!(" (field {field})") })]
pub struct InfoProblem {
    /// The field, such as `modules[0].artifacts[2].name`; empty if it is the document as a whole.
    pub field: String,
    /// What is wrong.
    pub problem: String,
}

impl InfoProblem {
    fn new(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { field: field.into(), problem: problem.into() }
    }

    fn of(problem: BuildProblem) -> Self {
        Self::new(problem.field(), problem.message())
    }
}

/// A run to be published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBuild {
    pub(super) project: Option<String>,
    pub(super) document: Bytes,
    pub(super) info: BuildInfo,
    pub(super) started_at: Timestamp,
}

impl NewBuild {
    /// Reads a build-info as it was sent, for a project.
    ///
    /// # Errors
    ///
    /// [`InfoProblem`], which names the field that is not valid.
    pub fn read(document: Bytes, project: Option<String>) -> Result<Self, InfoProblem> {
        let info = BuildInfo::read(&document)?;
        let is_missing = |field: &str, value: &str| {
            let missing = || InfoProblem::new(field, "it is required");
            (!value.is_empty()).then_some(()).ok_or_else(missing)
        };
        is_missing("name", &info.name)?;
        is_missing("number", &info.number)?;
        is_missing("started", &info.started)?;
        check_build_name(&info.name).map_err(InfoProblem::of)?;
        check_build_number(&info.number).map_err(InfoProblem::of)?;
        let started_at = started_of(&info.started);
        let started_at = started_at.ok_or_else(|| InfoProblem::of(BuildProblem::Started))?;
        info.check_sizes()?;
        Ok(Self { project, document, info, started_at })
    }

    /// The key of the project that it belongs to.
    pub fn project(&self) -> Option<&str> {
        self.project.as_deref()
    }

    /// The name of the build.
    pub fn name(&self) -> &str {
        &self.info.name
    }

    /// The number of this run.
    pub fn number(&self) -> &str {
        &self.info.number
    }
}

impl BuildInfo {
    /// Reads a build-info.
    ///
    /// # Errors
    ///
    /// [`InfoProblem`], if it is no JSON or a known field has another type.
    pub fn read(document: &[u8]) -> Result<Self, InfoProblem> {
        // A list would be read as the fields in their order.
        if document.trim_ascii_start().first().is_some_and(|first| *first != b'{') {
            return Err(InfoProblem::new("", "expected an object"));
        }
        let mut deserializer = serde_json::Deserializer::from_slice(document);
        let read: Result<Self, _> = serde_path_to_error::deserialize(&mut deserializer);
        let info = read.map_err(|error| {
            let path = error.path().to_string();
            let field = if matches!(path.as_str(), "." | "?") { String::new() } else { path };
            InfoProblem::new(field, without_values(&error.into_inner().to_string()))
        })?;
        deserializer.end().map_err(|error| InfoProblem::new("", error.to_string()))?;
        Ok(info)
    }

    /// How much it has.
    pub fn counts(&self) -> BuildCounts {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        BuildCounts {
            modules: count(self.modules.len()),
            artifacts: count(self.modules.iter().map(|module| module.artifacts.len()).sum()),
            dependencies: count(self.modules.iter().map(|module| module.dependencies.len()).sum()),
        }
    }

    /// The server that ran it, or else the program that built it, as it is recorded.
    pub fn recorded_agent(&self) -> String {
        let agents = [&self.agent, &self.build_agent].map(Agent::full_name);
        let mut agent = agents.into_iter().find(|agent| !agent.is_empty()).unwrap_or_default();
        agent.retain(|letter| !letter.is_control());
        while agent.len() > AGENT_BYTES_MAX {
            agent.pop();
        }
        agent
    }

    /// Where its source is, in whichever fields that is written.
    pub fn sources(&self) -> Vec<Vcs> {
        if self.vcs.is_empty() && !(self.vcs_url.is_empty() && self.vcs_revision.is_empty()) {
            let (url, revision) = (self.vcs_url.clone(), self.vcs_revision.clone());
            return vec![Vcs { url, revision, ..Vcs::default() }];
        }
        self.vcs.clone()
    }

    fn check_sizes(&self) -> Result<(), InfoProblem> {
        if self.modules.len() > MODULES_MAX {
            let problem = format!("there are more than {MODULES_MAX} modules");
            return Err(InfoProblem::new("modules", problem));
        }
        let BuildCounts { artifacts, dependencies, .. } = self.counts();
        if artifacts as usize + dependencies as usize > FILES_MAX {
            let problem = format!("there are more than {FILES_MAX} artifacts and dependencies");
            return Err(InfoProblem::new("modules", problem));
        }
        for (at, module) in self.modules.iter().enumerate() {
            if module.id.is_empty() {
                return Err(InfoProblem::new(format!("modules[{at}].id"), "it is required"));
            }
            let unnamed = module.artifacts.iter().position(|artifact| artifact.name.is_empty());
            if let Some(artifact) = unnamed {
                let field = format!("modules[{at}].artifacts[{artifact}].name");
                return Err(InfoProblem::new(field, "it is required"));
            }
            let unnamed = module.dependencies.iter().position(|found| found.id.is_empty());
            if let Some(dependency) = unnamed {
                let field = format!("modules[{at}].dependencies[{dependency}].id");
                return Err(InfoProblem::new(field, "it is required"));
            }
        }
        Ok(())
    }
}

/// A text, of at most [`TEXT_BYTES_MAX`] bytes. A number is its digits, and `null` is an empty one.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = match Value::deserialize(deserializer)? {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
            return Err(D::Error::custom("expected a string"));
        }
    };
    if text.len() > TEXT_BYTES_MAX {
        return Err(D::Error::custom(format!("expected at most {TEXT_BYTES_MAX} bytes")));
    }
    Ok(text)
}

/// A value; `null` is none of it, as programs in Go write empty lists.
fn known<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Properties. Values that are no texts are shown as JSON, and long ones are cut: an environment has whole scripts.
fn properties<'de, D>(deserializer: D) -> Result<BTreeMap<String, String>, D::Error>
where
    D: Deserializer<'de>,
{
    let read: Option<BTreeMap<String, Value>> = Option::deserialize(deserializer)?;
    let written = |value: Value| {
        let mut text = match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        while text.len() > TEXT_BYTES_MAX {
            let end = (0..=TEXT_BYTES_MAX).rev().find(|end| text.is_char_boundary(*end));
            text.truncate(end.unwrap_or(0));
        }
        text
    };
    Ok(read.unwrap_or_default().into_iter().map(|(name, value)| (name, written(value))).collect())
}

/// The message of serde without what was sent, which may be a secret.
fn without_values(problem: &str) -> String {
    let place = problem.rfind(" at line ").map_or("", |at| &problem[at..]);
    match problem.rfind("expected ") {
        Some(at) if !problem.starts_with("duplicate") => problem[at..].to_owned(),
        _ if problem.starts_with("invalid type") || problem.starts_with("unknown") => {
            format!("a value is not valid{place}")
        }
        _ => problem.to_owned(),
    }
}

#[cfg(test)]
mod tests;

//! The requirements that stories can cover, from `requirements.yaml`: one line each.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::fault::{Complaint, Fault, Position, nearest};
use crate::yaml;

/// Where a requirement must hold at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// A machine or a pure rule decides it.
    Engine,
    /// It shows over HTTP or WebSocket.
    Api,
    /// It shows to a person in a browser.
    Ui,
}

/// One requirement.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// Its stable id.
    pub id: String,
    /// Where it must hold at least.
    pub level: Level,
    /// What must hold.
    pub text: String,
    /// It belongs to what is being built now, so that stories must cover it.
    #[serde(default)]
    pub now: bool,
}

/// All of them.
#[derive(Debug, Clone)]
pub struct Requirements {
    /// In the order of the file.
    pub all: Vec<Requirement>,
}

impl Requirements {
    /// Reads the list.
    pub fn parse(file: &str, text: &str) -> Result<Self, Fault> {
        let read = || {
            let tree = yaml::parse(text)?;
            let all: Vec<Requirement> = yaml::from_node(&tree)?;
            for (at, requirement) in all.iter().enumerate() {
                if all[..at].iter().any(|earlier| earlier.id == requirement.id) {
                    let position = tree.items().get(at).map_or(Position::START, |n| n.position);
                    let message = format!("the id {} stands here twice", requirement.id);
                    return Err(Complaint::new(position, message));
                }
            }
            Ok(Self { all })
        };
        read().map_err(|complaint: Complaint| complaint.in_file(file))
    }

    /// The list that belongs to a story's file: `requirements.yaml` in its folder or one above it.
    pub fn path_near(file: &Path) -> Option<PathBuf> {
        let folders = file.ancestors().skip(usize::from(!file.is_dir()));
        folders.map(|folder| folder.join("requirements.yaml")).find(|path| path.is_file())
    }

    /// The requirement with this id.
    pub fn get(&self, id: &str) -> Option<&Requirement> {
        self.all.iter().find(|requirement| requirement.id == id)
    }

    /// What is wrong with an id, if anything is.
    pub(crate) fn complaint(&self, id: &str) -> Option<String> {
        if self.get(id).is_some() {
            return None;
        }
        let known = self.all.iter().map(|requirement| requirement.id.as_str());
        Some(match nearest(id, known) {
            Some(name) => format!("unknown requirement `{id}`; did you mean `{name}`?"),
            None => format!("unknown requirement `{id}`; requirements.yaml lists all of them"),
        })
    }
}

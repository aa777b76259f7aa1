//! The requirements that scenarios can cover, from `requirements.yaml`: one line each.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::fault::{Fault, LocatedError, Position, nearest};
use crate::yaml;

/// The lowest level at which a requirement must be proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// In a machine or a pure rule.
    Engine,
    /// Over HTTP or WebSocket.
    Api,
    /// In a browser.
    Ui,
}

/// One requirement.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// The stable id of the requirement.
    pub id: String,
    /// The lowest level at which it must be proven.
    pub level: Level,
    /// The requirement as a sentence.
    pub text: String,
    /// It belongs to what is being built now, so scenarios must cover it.
    #[serde(default)]
    pub now: bool,
    /// The requirements that it is a part of. Each of them is covered only when all its parts are.
    #[serde(default)]
    pub part_of: Vec<String>,
}

/// A list of requirements.
#[derive(Debug, Clone)]
pub struct Requirements {
    /// All requirements in the order of the file.
    pub all: Vec<Requirement>,
}

impl Requirements {
    /// Parses a list of requirements.
    pub fn parse(file: &str, text: &str) -> Result<Self, Fault> {
        let read = || {
            let tree = yaml::parse(text)?;
            let all: Vec<Requirement> = yaml::from_node(&tree)?;
            for (at, requirement) in all.iter().enumerate() {
                let fail = |message: String| {
                    let position = tree.items().get(at).map_or(Position::START, |n| n.position);
                    Err(LocatedError::new(position, message))
                };
                if all[..at].iter().any(|earlier| earlier.id == requirement.id) {
                    return fail(format!("the id {} stands here twice", requirement.id));
                }
                let is_known = |id: &&String| all.iter().any(|known| known.id == **id);
                if let Some(whole) = requirement.part_of.iter().find(|id| !is_known(id)) {
                    let id = &requirement.id;
                    return fail(format!("{id} is a part of {whole}, which is not listed"));
                }
            }
            Ok(Self { all })
        };
        read().map_err(|error: LocatedError| error.in_file(file))
    }

    /// The list of this project, for scenarios that have none beside or above them.
    pub fn of_the_project() -> Result<Self, Fault> {
        Self::parse("requirements.yaml", include_str!("../../../scenarios/requirements.yaml"))
    }

    /// The list that belongs to a scenario's file: `requirements.yaml` in its folder or one above it.
    pub fn path_near(file: &Path) -> Option<PathBuf> {
        let folders = file.ancestors().skip(usize::from(!file.is_dir()));
        folders.map(|folder| folder.join("requirements.yaml")).find(|path| path.is_file())
    }

    /// The requirement with this id.
    pub fn get(&self, id: &str) -> Option<&Requirement> {
        self.all.iter().find(|requirement| requirement.id == id)
    }

    /// Whether an id is covered by scenarios that name these: it is named, and so are all its parts.
    pub fn is_covered(&self, id: &str, named: &BTreeSet<&str>) -> bool {
        let mut parts = self.all.iter().filter(|one| one.part_of.iter().any(|whole| whole == id));
        named.contains(id) && parts.all(|part| named.contains(part.id.as_str()))
    }

    /// The error message for an unknown id.
    pub(crate) fn unknown_id_message(&self, id: &str) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_requirement_with_parts_is_covered_when_all_of_them_are() {
        let list = "- {id: A-01, level: api, text: a}\n- {id: A-02, level: api, part_of: [A-01], text: b}\n";
        let list = Requirements::parse("x", list).expect("a list");
        assert!(!list.is_covered("A-01", &BTreeSet::from(["A-01"])));
        assert!(list.is_covered("A-02", &BTreeSet::from(["A-02"])));
        assert!(list.is_covered("A-01", &BTreeSet::from(["A-01", "A-02"])));
        let fault = Requirements::parse("x", "- {id: A-02, level: api, part_of: [A-1], text: b}\n");
        let fault = fault.expect_err("the id is unknown").to_string();
        assert_eq!(fault, "x:1:3: A-02 is a part of A-1, which is not listed");
    }
}

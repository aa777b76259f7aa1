//! What an address names: a path in a repository, and properties behind semicolons.

use waybill_machines::rules::artifacts::{Properties, check_artifact_path};
use waybill_platform::repositories::RepositoryError;

use crate::error::ApiError;

/// The target of a request.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::components) struct Target {
    /// Without slashes at its ends; empty for the root.
    pub(in crate::components) path: String,
    /// Whether the address ends with a slash, as that of a folder does.
    pub(super) is_folder: bool,
    pub(super) properties: Properties,
}

impl Target {
    /// Reads the decoded path of an address: `a/b.txt;name=value;other=1,2`.
    ///
    /// # Errors
    ///
    /// 400 for a path at which no file can be: it is not compared with patterns.
    pub(in crate::components) fn parse(path: &str) -> Result<Self, ApiError> {
        let (path, parameters) = path.split_once(';').unwrap_or((path, ""));
        let folder = path.strip_suffix('/');
        let is_folder = folder.is_some_and(|folder| !folder.is_empty());
        let path = folder.unwrap_or(path).to_owned();
        if !path.is_empty() {
            let checked = check_artifact_path(&path).map_err(RepositoryError::Artifact);
            checked.map_err(|error| ApiError::of_repository(&error))?;
        }
        Ok(Self { path, is_folder, properties: properties_of(parameters)? })
    }
}

/// Reads `name=value;other=1,2`. A property that occurs twice has both values.
pub(super) fn properties_of(text: &str) -> Result<Properties, ApiError> {
    let mut properties = Properties::new();
    for pair in text.split([';', '|']).filter(|pair| !pair.is_empty()) {
        let Some((name, values)) = pair.split_once('=') else {
            let message = "Properties are written as name=value, separated by semicolons.";
            return Err(ApiError::bad_request("artifact_properties", message).at("properties"));
        };
        let known = properties.entry(name.to_owned()).or_default();
        for value in values.split(',') {
            if !known.iter().any(|known| known == value) {
                known.push(value.to_owned());
            }
        }
    }
    Ok(properties)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_follow_the_path_behind_semicolons() {
        let target = Target::parse("a/b.txt;build=7;os=linux,mac;os=linux").unwrap();
        assert_eq!(target.path, "a/b.txt");
        assert_eq!(target.properties["build"], ["7"]);
        assert_eq!(target.properties["os"], ["linux", "mac"]);
        let folder = Target::parse("a/;b=c").unwrap();
        assert_eq!((&*folder.path, folder.is_folder, target.is_folder), ("a", true, false));
        for wrong in ["a;b", "a//b", "../a", "/a"] {
            assert!(Target::parse(wrong).is_err(), "{wrong}");
        }
    }
}

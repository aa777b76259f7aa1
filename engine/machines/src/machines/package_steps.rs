//! What the machine of packages does when files are stored, versions published and marked.

use statig::prelude::*;

use super::package::{Before, Content, Event, State};
use crate::machine::Context;
use crate::rules::artifacts::{ArtifactProblem, check_artifact_path, check_properties};
use crate::rules::packages::{
    PackageProblem, check_publication, check_reason, check_tag, check_version,
};

/// Stores a file at a path.
pub(super) fn deploy(
    known: &str,
    files: u64,
    bytes: u64,
    event: &Event,
    context: &mut Context,
) -> Outcome<State> {
    let Event::Deploy { path, content, properties, replaces, may_replace, .. } = event else {
        return context.refuse_here();
    };
    if let Err(problem) = check_artifact_path(path).and_then(|()| check_properties(properties)) {
        return context.not_allowed(problem.rejection());
    }
    let other = replaces.as_ref().filter(|before| before.sha256 != content.sha256);
    if context.guard("may_not_replace", other.is_some() && !may_replace) {
        return context.refuse(ArtifactProblem::Exists.rejection());
    }
    Transition(with_file(known, files, bytes, content, replaces.as_ref()))
}

/// Publishes a version, or a further file of it.
pub(super) fn publish(
    known: &str,
    files: u64,
    bytes: u64,
    event: &Event,
    context: &mut Context,
) -> Outcome<State> {
    let Event::Publish {
        name,
        version,
        path,
        content,
        summary,
        tags,
        subject,
        exists,
        replaces,
        properties,
        ..
    } = event
    else {
        return context.refuse_here();
    };
    if let Err(problem) = check_artifact_path(path).and_then(|()| check_properties(properties)) {
        return context.not_allowed(problem.rejection());
    }
    let checked = check_publication(name, version, tags, summary)
        .and_then(|()| subject.as_deref().map_or(Ok(()), check_version));
    if let Err(problem) = checked {
        return context.not_allowed(problem.rejection());
    }
    if context.guard("version_exists", *exists) {
        return context.refuse(PackageProblem::VersionExists.rejection());
    }
    Transition(with_file(known, files, bytes, content, replaces.as_ref()))
}

/// The state with a stored file, in the place of another one if it replaces that.
fn with_file(
    known: &str,
    files: u64,
    bytes: u64,
    content: &Content,
    replaces: Option<&Before>,
) -> State {
    let before = replaces.map_or(0, |before| before.bytes);
    State::Present {
        name: known.to_owned(),
        files: if replaces.is_some() { files } else { files.saturating_add(1) },
        bytes: bytes.saturating_sub(before).saturating_add(content.bytes),
    }
}

/// Restores a file from the trash or the archive.
pub(super) fn restore(
    known: &str,
    files: u64,
    bytes: u64,
    event: &Event,
    context: &mut Context,
) -> Outcome<State> {
    let Event::Restore { file, exists, .. } = event else { return context.refuse_here() };
    let Some(file) = file else { return context.refuse(ArtifactProblem::Missing.rejection()) };
    if context.guard("path_taken", *exists) {
        return context.refuse(ArtifactProblem::Exists.rejection());
    }
    Transition(State::Present {
        name: known.to_owned(),
        files: files.saturating_add(1),
        bytes: bytes.saturating_add(file.bytes),
    })
}

/// Checks a deprecation, the yanking of a version, or the change of a tag.
pub(super) fn check_mark(event: &Event) -> Result<(), PackageProblem> {
    match event {
        Event::Deprecate { reason, exists, .. } | Event::Yank { reason, exists, .. } => {
            if !exists {
                return Err(PackageProblem::VersionMissing);
            }
            reason.as_deref().map_or(Ok(()), check_reason)
        }
        Event::Tag { tag, version, exists, .. } => {
            check_tag(tag)?;
            match version {
                _ if *exists => Ok(()),
                Some(_) => Err(PackageProblem::VersionMissing),
                None => Err(PackageProblem::TagMissing),
            }
        }
        _ => Ok(()),
    }
}

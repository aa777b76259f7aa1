//! What is in build-infos, for programs and for the console.

use waybill_platform::builds::{Artifact, BuildInfo, Changes, Dependency, Property, diff};

use crate::wire::builds::{BuildBefore, BuildChange, BuildChangeKind, BuildChangeList, BuildDiff};
use crate::wire::public_builds::{PublicChange, PublicChanges, PublicDiff};

/// The most changes of a list that the console shows.
const CHANGES_MAX: usize = 1_000;

/// What has changed, for programs.
pub(super) fn public_diff(newer: &BuildInfo, older: &BuildInfo) -> PublicDiff {
    let diff = diff(newer, older);
    let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    PublicDiff {
        artifacts: public_changes(&diff.artifacts, |artifact: &Artifact| PublicChange {
            name: known(&artifact.name),
            r#type: known(&artifact.r#type),
            sha256: known(&artifact.sha256),
            sha1: known(&artifact.sha1),
            md5: known(&artifact.md5),
            ..PublicChange::default()
        }),
        dependencies: public_changes(&diff.dependencies, |found: &Dependency| PublicChange {
            id: known(&found.id),
            r#type: known(&found.r#type),
            sha256: known(&found.sha256),
            sha1: known(&found.sha1),
            md5: known(&found.md5),
            ..PublicChange::default()
        }),
        properties: public_changes(&diff.properties, |property: &Property| PublicChange {
            key: Some(property.key.clone()),
            value: Some(property.value.clone()),
            ..PublicChange::default()
        }),
    }
}

fn public_changes<T>(changes: &Changes<T>, written: impl Fn(&T) -> PublicChange) -> PublicChanges {
    let all = |items: &[T]| items.iter().map(&written).collect();
    let pairs = changes.updated.iter().map(|pair| PublicChange {
        previous: Some(Box::new(written(&pair.before))),
        ..written(&pair.now)
    });
    PublicChanges {
        new: all(&changes.new),
        updated: pairs.collect(),
        unchanged: all(&changes.unchanged),
        removed: all(&changes.removed),
    }
}

/// What has changed, for the console.
pub(super) fn shown_diff(newer: &BuildInfo, older: &BuildInfo) -> BuildDiff {
    let diff = diff(newer, older);
    let checksum = |sha256: &str, sha1: &str| {
        if sha256.is_empty() { sha1.to_owned() } else { sha256.to_owned() }
    };
    BuildDiff {
        artifacts: shown_changes(diff.artifacts, |artifact: Artifact| BuildBefore {
            value: checksum(&artifact.sha256, &artifact.sha1),
            name: artifact.name,
        }),
        dependencies: shown_changes(diff.dependencies, |found: Dependency| BuildBefore {
            value: checksum(&found.sha256, &found.sha1),
            name: found.id,
        }),
        properties: shown_changes(diff.properties, |property: Property| BuildBefore {
            name: property.key,
            value: property.value,
        }),
    }
}

fn shown_changes<T>(changes: Changes<T>, shown: impl Fn(T) -> BuildBefore) -> BuildChangeList {
    let change = |kind, now: T, before: Option<T>| {
        let BuildBefore { name, value } = shown(now);
        BuildChange { kind, name, value, before: before.map(&shown) }
    };
    let total = changes.new.len() + changes.updated.len() + changes.removed.len();
    let new = changes.new.into_iter().map(|item| change(BuildChangeKind::New, item, None));
    let updated = changes.updated.into_iter();
    let updated = updated.map(|pair| change(BuildChangeKind::Updated, pair.now, Some(pair.before)));
    let removed = changes.removed.into_iter();
    let removed = removed.map(|item| change(BuildChangeKind::Removed, item, None));
    BuildChangeList {
        changes: new.chain(updated).chain(removed).take(CHANGES_MAX).collect(),
        total,
        unchanged: changes.unchanged.len(),
    }
}

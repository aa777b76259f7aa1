//! `npm audit`: which advisories are about the packages that a project has (PKG-05).

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest as _, Request};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use serde_json::{Value, json};
use waybill_advisories::{Event, Level, Match, PackageAdvisory};
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::scanning::Database;
use waybill_versions::Scheme;

use crate::caller::text;
use crate::error::ApiError;
use crate::extract::{BODY_WITHIN, read_json};
use crate::state::AppState;

/// The largest body as it is sent, in bytes.
pub(super) const AUDIT_BYTES_MAX: usize = 8 * 1_024 * 1_024;
/// The largest body once it is unpacked, in bytes.
const UNPACKED_BYTES_MAX: usize = 64 * 1_024 * 1_024;
/// The most versions of packages in a body.
const VERSIONS_MAX: usize = 200_000;
/// How many places of a version in the project an answer names.
const PATHS_MAX: usize = 20;

/// What clients ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Versions by package, as npm asks from release 7 on.
    Bulk,
    /// The tree of a project, as earlier ones and Yarn ask.
    Tree,
}

impl Form {
    /// The form of a call, by its path below the address of the registry.
    pub(super) fn of(path: &str) -> Option<Self> {
        match path.strip_prefix("-/npm/v1/security/")? {
            "advisories/bulk" => Some(Self::Bulk),
            "audits" | "audits/quick" => Some(Self::Tree),
            _ => None,
        }
    }
}

/// `POST -/npm/v1/security/..`.
pub(super) async fn audit(
    state: &AppState,
    form: Form,
    request: Request,
) -> Result<Response, ApiError> {
    let body = body(state, request).await?;
    let database = state.engine.ports().scanning.database();
    if !database.knows(PackageType::Npm) {
        return Err(ApiError::not_found(
            "This registry knows no vulnerabilities: no advisories of npm were imported. Ask an administrator, or audit with another registry: npm audit --registry=URL.",
        ));
    }
    let answered = tokio::task::spawn_blocking(move || match form {
        Form::Bulk => bulk(&database, &read_json(&body)?),
        Form::Tree => tree(&database, &read_json(&body)?),
    });
    let answered = answered.await.map_err(|_| ApiError::internal())??;
    Ok(Json(answered).into_response())
}

/// The body, unpacked: npm packs it.
async fn body(state: &AppState, request: Request) -> Result<Vec<u8>, ApiError> {
    let too_large = || {
        let limit = UNPACKED_BYTES_MAX / 1_024 / 1_024;
        ApiError::too_large(format!("An audit may have {limit} MiB at most."))
    };
    let encoding = text(request.headers(), header::CONTENT_ENCODING).unwrap_or_default();
    let is_packed = match encoding {
        "gzip" | "x-gzip" => true,
        "" | "identity" => false,
        _ => return Err(ApiError::unsupported("Send the body as it is, or packed with gzip.")),
    };
    let read = tokio::time::timeout(BODY_WITHIN, Bytes::from_request(request, state)).await;
    let bytes = read.map_err(|_| ApiError::too_slow())?.map_err(|_| too_large())?;
    if !is_packed {
        return Ok(bytes.into());
    }
    let unpack = move || {
        let mut unpacked = Vec::new();
        let limit = UNPACKED_BYTES_MAX as u64 + 1;
        let read = MultiGzDecoder::new(bytes.as_ref()).take(limit).read_to_end(&mut unpacked);
        read.map(|_| unpacked)
    };
    let unpacked = tokio::task::spawn_blocking(unpack).await.map_err(|_| ApiError::internal())?;
    let unpacked = unpacked.map_err(|_| {
        ApiError::bad_request("malformed_body", "The body is not packed with gzip.")
    })?;
    if unpacked.len() > UNPACKED_BYTES_MAX { Err(too_large()) } else { Ok(unpacked) }
}

fn too_many() -> ApiError {
    ApiError::too_large(format!("An audit may have {VERSIONS_MAX} versions at most."))
}

fn bulk(database: &Database, packages: &BTreeMap<String, Vec<String>>) -> Result<Value, ApiError> {
    if packages.values().map(Vec::len).sum::<usize>() > VERSIONS_MAX {
        return Err(too_many());
    }
    let mut answer = serde_json::Map::new();
    for (name, versions) in packages {
        let mut found: BTreeMap<&str, Value> = BTreeMap::new();
        for version in versions {
            for one in database.find(PackageType::Npm, name, version).matches {
                let id = one.advisory.id.as_str();
                found.entry(id).or_insert_with(|| short(name, one.advisory));
            }
        }
        if !found.is_empty() {
            answer.insert(name.clone(), found.into_values().collect());
        }
    }
    Ok(Value::Object(answer))
}

/// An advisory in an answer to a bulk call.
fn short(name: &str, advisory: &PackageAdvisory) -> Value {
    json!({
        "id": advisory.id,
        "url": address(&advisory.id),
        "name": name,
        "title": title(advisory),
        "severity": severity(advisory.severity.level),
        "vulnerable_versions": vulnerable(advisory),
        "cwe": [],
        "cvss": {
            "score": advisory.severity.score.map_or(0.0, |score| f64::from(score.tenths()) / 10.0),
            "vectorString": advisory.severity.vector,
        },
    })
}

fn title(advisory: &PackageAdvisory) -> &str {
    if advisory.summary.is_empty() { &advisory.id } else { &advisory.summary }
}

/// A page about an advisory.
fn address(id: &str) -> String {
    if id.starts_with("GHSA-") {
        format!("https://github.com/advisories/{id}")
    } else {
        format!("https://osv.dev/vulnerability/{id}")
    }
}

/// A severity by its name in npm. One that is not known must not be hidden as a low one.
const fn severity(level: Level) -> &'static str {
    match level {
        Level::Critical => "critical",
        Level::High => "high",
        Level::Medium | Level::Unknown => "moderate",
        Level::Low => "low",
        Level::Info => "info",
    }
}

/// The affected versions, as npm writes ranges.
fn vulnerable(advisory: &PackageAdvisory) -> String {
    let mut parts = Vec::new();
    for range in &advisory.ranges {
        let mut events: Vec<&Event> = range.events.iter().collect();
        events.sort_by(|one, other| Scheme::Npm.compare(one.version(), other.version()));
        // `0` is before all versions.
        events.sort_by_key(|event| event.version() != "0");
        let mut from: Option<&str> = None;
        for event in events {
            match (event, from) {
                (Event::Introduced(version), None) => from = Some(version),
                (Event::Fixed(version), Some(since)) => {
                    parts.push(between(since, &format!("<{version}")));
                    from = None;
                }
                (Event::LastAffected(version), Some(since)) => {
                    parts.push(between(since, &format!("<={version}")));
                    from = None;
                }
                _ => {}
            }
        }
        parts.extend(from.map(|since| between(since, "")));
    }
    parts.extend(advisory.versions.iter().map(|version| format!("={version}")));
    parts.join(" || ")
}

fn between(since: &str, until: &str) -> String {
    match (since, until) {
        ("0", "") => "*".to_owned(),
        ("0", until) => until.to_owned(),
        (since, "") => format!(">={since}"),
        (since, until) => format!(">={since} {until}"),
    }
}

/// A project as earlier clients send it.
#[derive(Deserialize)]
struct Project {
    #[serde(default)]
    dependencies: BTreeMap<String, Node>,
}

/// A package in a project, with those that only it has.
#[derive(Deserialize)]
struct Node {
    #[serde(default)]
    version: String,
    #[serde(default)]
    dependencies: BTreeMap<String, Self>,
}

/// The places of the versions of a package in a project, by version.
type Places = BTreeMap<String, BTreeSet<String>>;

fn tree(database: &Database, project: &Project) -> Result<Value, ApiError> {
    let mut packages: BTreeMap<String, Places> = BTreeMap::new();
    let mut left = VERSIONS_MAX;
    collect(&project.dependencies, "", &mut packages, &mut left)?;
    let (mut advisories, mut counts) = (serde_json::Map::new(), BTreeMap::new());
    for level in ["info", "low", "moderate", "high", "critical"] {
        counts.insert(level, 0_u64);
    }
    for (name, versions) in &packages {
        for (version, places) in versions {
            for one in database.find(PackageType::Npm, name, version).matches {
                *counts.entry(severity(one.severity().level)).or_default() += 1;
                let id = format!("{}/{name}", one.advisory.id);
                let entry = advisories.entry(id).or_insert_with(|| long(name, &one));
                if let Some(findings) = entry["findings"].as_array_mut() {
                    findings.push(json!({"version": version, "paths": places}));
                }
            }
        }
    }
    let total = VERSIONS_MAX - left;
    Ok(json!({
        "actions": [], "advisories": advisories, "muted": [],
        "metadata": {
            "vulnerabilities": counts, "dependencies": total, "devDependencies": 0,
            "optionalDependencies": 0, "totalDependencies": total,
        },
    }))
}

fn collect(
    nodes: &BTreeMap<String, Node>,
    above: &str,
    packages: &mut BTreeMap<String, Places>,
    left: &mut usize,
) -> Result<(), ApiError> {
    for (name, node) in nodes {
        *left = left.checked_sub(1).ok_or_else(too_many)?;
        let path = if above.is_empty() { name.clone() } else { format!("{above}>{name}") };
        let versions = packages.entry(name.clone()).or_default();
        let places = versions.entry(node.version.clone()).or_default();
        if places.len() < PATHS_MAX {
            places.insert(path.clone());
        }
        // The reader of JSON bounds how deep this goes.
        collect(&node.dependencies, &path, packages, left)?;
    }
    Ok(())
}

/// An advisory in an answer about a tree.
fn long(name: &str, found: &Match<'_>) -> Value {
    let advisory = found.advisory;
    let patched = found.fixed.iter().map(|version| format!(">={version}")).collect::<Vec<_>>();
    let patched = if patched.is_empty() { "<0.0.0".to_owned() } else { patched.join(" || ") };
    let recommendation = match found.fixed.first() {
        Some(version) => format!("Upgrade to version {version} or later"),
        None => "None".to_owned(),
    };
    json!({
        "id": advisory.id, "module_name": name, "title": title(advisory), "findings": [],
        "severity": severity(advisory.severity.level), "url": address(&advisory.id),
        "vulnerable_versions": vulnerable(advisory), "patched_versions": patched,
        "cves": advisory.cves().collect::<Vec<_>>(), "overview": advisory.summary,
        "recommendation": recommendation, "access": "public", "cwe": "", "references": "",
        "github_advisory_id": advisory.id,
    })
}

#[cfg(test)]
mod tests {
    use waybill_advisories::{Package, Range};

    use super::*;

    fn range(events: Vec<Event>, versions: &[&str]) -> String {
        vulnerable(&PackageAdvisory {
            package: Package { package_type: PackageType::Npm, name: "till".into() },
            id: "GHSA-1".into(),
            aliases: Vec::new(),
            summary: String::new(),
            severity: waybill_advisories::Severity::default(),
            ranges: if events.is_empty() { Vec::new() } else { vec![Range { events }] },
            versions: versions.iter().map(|version| (*version).to_owned()).collect(),
        })
    }

    #[test]
    fn ranges_are_written_as_npm_reads_them() {
        let (from, fixed) =
            (|text: &str| Event::Introduced(text.into()), |text: &str| Event::Fixed(text.into()));
        assert_eq!(range(vec![from("0"), fixed("1.2.0")], &[]), "<1.2.0");
        // In whatever order the document has them.
        let events = vec![fixed("2.3.0"), from("2.0.0"), fixed("1.2.0"), from("0")];
        assert_eq!(range(events, &[]), "<1.2.0 || >=2.0.0 <2.3.0");
        let last = Event::LastAffected("1.10.0".into());
        assert_eq!(range(vec![from("1.9.0"), last], &["3.0.0"]), ">=1.9.0 <=1.10.0 || =3.0.0");
        assert_eq!(range(vec![from("0")], &[]), "*");
        assert_eq!(range(vec![from("4.0.0-rc.1")], &[]), ">=4.0.0-rc.1");
    }
}

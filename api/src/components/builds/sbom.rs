//! The software bill of materials of a build: its modules, the files that came out of them, and those that went into
//! them.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use waybill_platform::builds::{Artifact, BuildInfo, Dependency, Module, StoredBuild};

use super::console::{found, info_of};
use crate::caller::RepositoryReader;
use crate::components::sbom::{
    Bill, Checksums, Need, PARTS_MAX, Part, PartKind, Relation, RelationKind, download, purl,
};
use crate::error::ApiError;
use crate::extract::QueryParams;
use crate::state::AppState;
use crate::wire::builds::BuildRunQuery;
use crate::wire::sbom::BuildSbomQuery;

/// How the build itself is named within the document.
const BUILD: &str = "build";

/// `GET builds/sbom?name=&number=&project=&format=`.
pub async fn build_sbom(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<BuildSbomQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let BuildSbomQuery { name, number, project, format } = query;
    let label = format!("{name}-{number}");
    let stored = found(&state, &reader, BuildRunQuery { name, number, project }).await?;
    let info = info_of(&state, &stored).await?;
    let bill = tokio::task::spawn_blocking(move || bill(&stored, &info)).await;
    let bill = bill.map_err(|_| ApiError::internal())?;
    download(bill, label, format.unwrap_or_default(), headers).await
}

/// What names a file that several modules may need.
type DependencyKey<'i> = (&'i str, Checksums);

fn bill(stored: &StoredBuild, info: &BuildInfo) -> Bill {
    let mut subject = Part::new(BUILD.to_owned(), PartKind::Application, stored.build.name.clone());
    subject.version = Some(stored.build.number.clone());
    subject.properties.push(("started", stored.build.started.clone()));
    for source in info.sources() {
        let texts = [("vcs_url", source.url), ("vcs_revision", source.revision)];
        subject.properties.extend(texts.into_iter().filter(|(_, text)| !text.is_empty()));
    }
    let mut bill = Bill {
        created_at: stored.published_at,
        subject,
        parts: Vec::new(),
        relations: Vec::new(),
        left_out: 0,
        scan: None,
    };
    for (at, module) in info.modules.iter().enumerate() {
        let id = module_id(at);
        add(&mut bill, BUILD, RelationKind::Contains, module_part(id, module));
    }
    let mut known: BTreeMap<DependencyKey<'_>, Option<String>> = BTreeMap::new();
    for (at, module) in info.modules.iter().enumerate() {
        for dependency in &module.dependencies {
            let key = (dependency.id.as_str(), checksums_of(dependency));
            let kind = RelationKind::Needs(Need::Runtime);
            match known.get(&key) {
                Some(Some(id)) => {
                    let (from, to) = (module_id(at), id.clone());
                    bill.relations.push(Relation { from, to, kind });
                }
                Some(None) => {}
                None => {
                    let id = format!("dependency-{}", known.len() + 1);
                    let part = dependency_part(id.clone(), module, dependency);
                    let is_added = add(&mut bill, &module_id(at), kind, part);
                    known.insert(key, is_added.then_some(id));
                }
            }
        }
        for (file, artifact) in module.artifacts.iter().enumerate() {
            let part = artifact_part(format!("artifact-{}-{}", at + 1, file + 1), artifact);
            add(&mut bill, &module_id(at), RelationKind::Contains, part);
        }
    }
    bill
}

fn module_id(at: usize) -> String {
    format!("module-{}", at + 1)
}

/// Adds a component and its relation, if there is room for it.
fn add(bill: &mut Bill, from: &str, kind: RelationKind, part: Part) -> bool {
    if bill.parts.len() >= PARTS_MAX {
        bill.left_out += 1;
        return false;
    }
    bill.relations.push(Relation { from: from.to_owned(), to: part.id.clone(), kind });
    bill.parts.push(part);
    true
}

fn module_part(id: String, module: &Module) -> Part {
    let named = purl::of_build_id(&module.r#type, "", &module.id);
    let mut part = Part::new(id, PartKind::Library, named.name);
    (part.version, part.purl) = (named.version, named.purl);
    if !module.r#type.is_empty() {
        part.properties.push(("type", module.r#type.clone()));
    }
    part
}

fn dependency_part(id: String, module: &Module, dependency: &Dependency) -> Part {
    let named = purl::of_build_id(&module.r#type, &dependency.r#type, &dependency.id);
    let mut part = Part::new(id, PartKind::Library, named.name);
    (part.version, part.purl) = (named.version, named.purl);
    part.checksums = checksums_of(dependency);
    if !dependency.r#type.is_empty() {
        part.properties.push(("type", dependency.r#type.clone()));
    }
    part.properties.extend(dependency.scopes.iter().map(|scope| ("scope", scope.clone())));
    part
}

fn artifact_part(id: String, artifact: &Artifact) -> Part {
    let mut part = Part::new(id, PartKind::File, artifact.name.clone());
    part.file_name.clone_from(&artifact.name);
    part.checksums = Checksums {
        sha256: artifact.sha256.clone(),
        sha1: artifact.sha1.clone(),
        md5: artifact.md5.clone(),
    };
    for (name, text) in [("type", &artifact.r#type), ("path", &artifact.path)] {
        if !text.is_empty() {
            part.properties.push((name, text.clone()));
        }
    }
    part
}

fn checksums_of(dependency: &Dependency) -> Checksums {
    Checksums {
        sha256: dependency.sha256.clone(),
        sha1: dependency.sha1.clone(),
        md5: dependency.md5.clone(),
    }
}

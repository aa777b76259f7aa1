//! Documents of `CycloneDX` 1.6 (ECMA-424).

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use waybill_spdx::{expression, normalise};

use super::{Algorithm, Bill, Need, Part, PartKind, TOOL, left_out, time, uuid};
use crate::version::VERSION;
use crate::wire::scanning::{ScanStatus, Vulnerability};

/// The media type.
pub(super) const MEDIA: &str = "application/vnd.cyclonedx+json; version=1.6";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    #[serde(rename = "$schema")]
    schema: &'static str,
    bom_format: &'static str,
    spec_version: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    serial_number: String,
    version: u32,
    metadata: Metadata,
    components: Vec<Component>,
    dependencies: Vec<Dependencies>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vulnerabilities: Option<Vec<Finding>>,
}

#[derive(Serialize)]
struct Metadata {
    timestamp: String,
    tools: Tools,
    component: Component,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<Property>,
}

#[derive(Serialize)]
struct Tools {
    components: [Tool; 1],
}

#[derive(Serialize)]
struct Tool {
    r#type: &'static str,
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Component {
    r#type: &'static str,
    #[serde(rename = "bom-ref")]
    reference: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hashes: Vec<Hash>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    licenses: Vec<Licence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    purl: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    external_references: Vec<Link>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    components: Vec<Self>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<Property>,
}

#[derive(Serialize)]
struct Hash {
    alg: &'static str,
    content: String,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Licence {
    Expression(String),
    License(LicenceName),
}

#[derive(Serialize)]
struct LicenceName {
    name: String,
}

#[derive(Serialize)]
struct Link {
    r#type: &'static str,
    url: String,
}

#[derive(Serialize)]
struct Property {
    name: String,
    value: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Dependencies {
    r#ref: String,
    depends_on: BTreeSet<String>,
}

#[derive(Serialize)]
struct Finding {
    id: String,
    source: Source,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    references: Vec<Reference>,
    ratings: [Rating; 1],
    description: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    recommendation: String,
    affects: [Affected; 1],
}

#[derive(Serialize)]
struct Source {
    name: String,
}

#[derive(Serialize)]
struct Reference {
    id: String,
    source: Source,
}

#[derive(Serialize)]
struct Rating {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    severity: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vector: Option<String>,
}

#[derive(Serialize)]
struct Affected {
    r#ref: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    versions: Vec<AffectedVersion>,
}

#[derive(Serialize)]
struct AffectedVersion {
    version: String,
    status: &'static str,
}

/// The document, as JSON.
pub(super) fn written(bill: &Bill) -> serde_json::Result<Vec<u8>> {
    let mut properties = Vec::new();
    if let Some((status, _)) = &bill.scan {
        properties.push(property("scan_status", status_name(*status).to_owned()));
    }
    properties.extend(left_out(bill).map(|text| property("left_out", text)));
    let mut document = Document {
        schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
        bom_format: "CycloneDX",
        spec_version: "1.6",
        serial_number: String::new(),
        version: 1,
        metadata: Metadata {
            timestamp: time(bill.created_at),
            tools: Tools {
                components: [Tool { r#type: "application", name: TOOL, version: VERSION }],
            },
            component: component(&bill.subject),
            properties,
        },
        components: bill.parts.iter().map(component).collect(),
        dependencies: dependencies(bill),
        vulnerabilities: findings(bill),
    };
    document.serial_number = format!("urn:uuid:{}", uuid(&document)?);
    serde_json::to_vec_pretty(&document)
}

fn property(name: &str, value: String) -> Property {
    Property { name: format!("{TOOL}:{name}"), value }
}

fn component(part: &Part) -> Component {
    let hashes = part.checksums.known().map(|(algorithm, content)| {
        let alg = match algorithm {
            Algorithm::Md5 => "MD5",
            Algorithm::Sha1 => "SHA-1",
            Algorithm::Sha256 => "SHA-256",
        };
        Hash { alg, content }
    });
    let scope = part.need.map(|need| match need {
        Need::Runtime | Need::Provided => "required",
        Need::Optional => "optional",
        Need::Build | Need::Development => "excluded",
    });
    let page = Some(part.home_page.clone()).filter(|page| !page.is_empty());
    let properties = part.properties.iter();
    Component {
        r#type: match part.kind {
            PartKind::Application => "application",
            PartKind::Container => "container",
            PartKind::File => "file",
            PartKind::Library => "library",
        },
        reference: part.id.clone(),
        name: part.name.clone(),
        version: part.version.clone(),
        description: part.description.clone(),
        scope,
        hashes: hashes.collect(),
        licenses: licences(&part.licence),
        purl: part.purl.clone(),
        external_references: page.map(|url| Link { r#type: "website", url }).into_iter().collect(),
        components: part.files.iter().map(component).collect(),
        properties: properties.map(|(name, value)| property(name, value.clone())).collect(),
    }
}

/// One expression, or else what the author names.
fn licences(text: &str) -> Vec<Licence> {
    match expression(text) {
        Some(expression) => vec![Licence::Expression(expression)],
        None => {
            let names = normalise(text).into_iter();
            names.map(|of| Licence::License(LicenceName { name: of.name })).collect()
        }
    }
}

fn dependencies(bill: &Bill) -> Vec<Dependencies> {
    let mut all: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    all.entry(&bill.subject.id).or_default();
    for relation in &bill.relations {
        all.entry(&relation.from).or_default().insert(relation.to.clone());
    }
    let dependencies = all.into_iter();
    let dependencies =
        dependencies.map(|(from, to)| Dependencies { r#ref: from.to_owned(), depends_on: to });
    dependencies.collect()
}

const fn status_name(status: ScanStatus) -> &'static str {
    match status {
        ScanStatus::Unavailable => "unavailable",
        ScanStatus::LicenceRequired => "licence_required",
        ScanStatus::NotScanned => "not_scanned",
        ScanStatus::Scanned => "scanned",
    }
}

/// What advisories say of the subject. Nothing if it was not compared with any: an empty list would say that there are
/// no vulnerabilities.
fn findings(bill: &Bill) -> Option<Vec<Finding>> {
    let (status, found) = bill.scan.as_ref()?;
    (*status == ScanStatus::Scanned)
        .then(|| found.iter().map(|one| finding(&bill.subject, one)).collect())
}

fn finding(subject: &Part, found: &Vulnerability) -> Finding {
    let fixed = &found.fixed_versions;
    let aliases = found.aliases.iter();
    let versions = subject.version.iter();
    Finding {
        id: found.id.clone(),
        source: source(&found.id),
        references: aliases.map(|id| Reference { id: id.clone(), source: source(id) }).collect(),
        ratings: [Rating {
            score: found.score,
            severity: found.severity.clone(),
            method: found.vector.as_deref().map(method),
            vector: found.vector.clone(),
        }],
        description: found.summary.clone(),
        recommendation: if fixed.is_empty() {
            String::new()
        } else {
            format!("Fixed in {}", fixed.join(", "))
        },
        affects: [Affected {
            r#ref: subject.id.clone(),
            versions: versions
                .map(|version| AffectedVersion { version: version.clone(), status: "affected" })
                .collect(),
        }],
    }
}

/// The database that has given an identifier, which begins with its name.
fn source(id: &str) -> Source {
    Source { name: id.split('-').next().unwrap_or(id).to_owned() }
}

fn method(vector: &str) -> &'static str {
    match vector.split('/').next() {
        Some("CVSS:3.0") => "CVSSv3",
        Some("CVSS:3.1") => "CVSSv31",
        Some("CVSS:4.0") => "CVSSv4",
        _ => "CVSSv2",
    }
}

//! Documents of SPDX 2.3 (ISO/IEC 5962).

use serde::Serialize;
use waybill_spdx::expression;

use super::{Algorithm, Bill, Need, Part, PartKind, RelationKind, TOOL, left_out, time, uuid};
use crate::version::VERSION;

/// The media type.
pub(super) const MEDIA: &str = "application/spdx+json";
/// What is not known.
const NO_ASSERTION: &str = "NOASSERTION";
const DOCUMENT: &str = "SPDXRef-DOCUMENT";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    spdx_version: &'static str,
    data_license: &'static str,
    #[serde(rename = "SPDXID")]
    id: &'static str,
    name: String,
    #[serde(rename = "documentNamespace")]
    namespace: String,
    creation_info: CreationInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    packages: Vec<Package>,
    relationships: Vec<Relationship>,
}

#[derive(Serialize)]
struct CreationInfo {
    created: String,
    creators: [String; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Package {
    #[serde(rename = "SPDXID")]
    id: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    version_info: Option<String>,
    #[serde(rename = "packageFileName", skip_serializing_if = "String::is_empty")]
    file_name: String,
    primary_package_purpose: &'static str,
    download_location: &'static str,
    files_analyzed: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    homepage: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checksums: Vec<Checksum>,
    license_concluded: &'static str,
    license_declared: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    license_comments: String,
    copyright_text: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    external_refs: Vec<ExternalRef>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Checksum {
    algorithm: &'static str,
    checksum_value: String,
}

#[derive(Serialize)]
struct ExternalRef {
    #[serde(rename = "referenceCategory")]
    category: &'static str,
    #[serde(rename = "referenceType")]
    kind: &'static str,
    #[serde(rename = "referenceLocator")]
    locator: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Relationship {
    spdx_element_id: String,
    #[serde(rename = "relationshipType")]
    kind: &'static str,
    related_spdx_element: String,
}

/// The document, as JSON.
pub(super) fn written(bill: &Bill) -> serde_json::Result<Vec<u8>> {
    let Bill { subject, parts, .. } = bill;
    let mut packages = Vec::new();
    let mut relationships = vec![relationship(DOCUMENT.to_owned(), "DESCRIBES", id(&subject.id))];
    for part in std::iter::once(subject).chain(parts) {
        packages.push(package(part));
        for file in &part.files {
            packages.push(package(file));
            relationships.push(relationship(id(&part.id), "CONTAINS", id(&file.id)));
        }
    }
    for relation in &bill.relations {
        let (from, to) = (id(&relation.from), id(&relation.to));
        relationships.push(match relation.kind {
            RelationKind::Contains => relationship(from, "CONTAINS", to),
            RelationKind::Needs(Need::Runtime) => relationship(from, "DEPENDS_ON", to),
            RelationKind::Needs(need) => relationship(to, dependency_of(need), from),
        });
    }
    let version = subject.version.as_ref();
    let name = version.map_or_else(|| subject.name.clone(), |of| format!("{}-{of}", subject.name));
    let mut document = Document {
        spdx_version: "SPDX-2.3",
        data_license: "CC0-1.0",
        id: DOCUMENT,
        name,
        namespace: String::new(),
        creation_info: CreationInfo {
            created: time(bill.created_at),
            creators: [format!("Tool: {TOOL}-{VERSION}")],
        },
        comment: left_out(bill),
        packages,
        relationships,
    };
    document.namespace = format!("urn:uuid:{}", uuid(&document)?);
    serde_json::to_vec_pretty(&document)
}

fn id(of: &str) -> String {
    format!("SPDXRef-{of}")
}

fn relationship(from: String, kind: &'static str, to: String) -> Relationship {
    Relationship { spdx_element_id: from, kind, related_spdx_element: to }
}

/// What the one that is needed is of the one that needs it.
const fn dependency_of(need: Need) -> &'static str {
    match need {
        Need::Runtime => "RUNTIME_DEPENDENCY_OF",
        Need::Provided => "PROVIDED_DEPENDENCY_OF",
        Need::Optional => "OPTIONAL_DEPENDENCY_OF",
        Need::Build => "BUILD_DEPENDENCY_OF",
        Need::Development => "DEV_DEPENDENCY_OF",
    }
}

fn package(part: &Part) -> Package {
    let checksums = part.checksums.known().map(|(algorithm, checksum_value)| {
        let algorithm = match algorithm {
            Algorithm::Md5 => "MD5",
            Algorithm::Sha1 => "SHA1",
            Algorithm::Sha256 => "SHA256",
        };
        Checksum { algorithm, checksum_value }
    });
    let declared = expression(&part.licence);
    let license_comments = match (&declared, part.licence.as_str()) {
        (Some(_), _) | (None, "") => String::new(),
        (None, text) => format!("The author names the licence as: {text}"),
    };
    let properties = part.properties.iter().map(|(name, value)| format!("{TOOL}:{name}: {value}"));
    let external_refs = part.purl.iter().map(|purl| ExternalRef {
        category: "PACKAGE-MANAGER",
        kind: "purl",
        locator: purl.clone(),
    });
    Package {
        id: id(&part.id),
        name: part.name.clone(),
        version_info: part.version.clone(),
        file_name: part.file_name.clone(),
        primary_package_purpose: match part.kind {
            PartKind::Application => "APPLICATION",
            PartKind::Container => "CONTAINER",
            PartKind::File => "FILE",
            PartKind::Library => "LIBRARY",
        },
        download_location: NO_ASSERTION,
        files_analyzed: false,
        homepage: part.home_page.clone(),
        checksums: checksums.collect(),
        license_concluded: NO_ASSERTION,
        license_declared: declared.unwrap_or_else(|| NO_ASSERTION.to_owned()),
        license_comments,
        copyright_text: NO_ASSERTION,
        description: part.description.clone(),
        comment: properties.collect::<Vec<_>>().join("\n"),
        external_refs: external_refs.collect(),
    }
}

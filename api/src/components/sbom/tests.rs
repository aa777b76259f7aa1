use serde_json::{Value, json};
use waybill_machines::rules::repositories::PackageType;

use super::purl::{Named, of_build_id, of_file, of_package};
use super::*;
use crate::version::VERSION;

#[test]
fn packages_have_the_purls_of_the_specification() {
    for (package_type, name, version, expected) in [
        (PackageType::Npm, "@acme/shop", Some("1.9.0"), "pkg:npm/%40acme/shop@1.9.0"),
        (PackageType::Npm, "left-pad", None, "pkg:npm/left-pad"),
        (PackageType::Maven, "com.acme:Shop", Some("1.0 b"), "pkg:maven/com.acme/Shop@1.0%20b"),
        (PackageType::Pypi, "Shop_Core", Some("1!2.0"), "pkg:pypi/shop-core@1%212.0"),
        (PackageType::Cargo, "serde_json", Some("1.0.0+x"), "pkg:cargo/serde_json@1.0.0%2Bx"),
        (
            PackageType::Go,
            "github.com/Acme/Shop",
            Some("v2.0.0+incompatible"),
            "pkg:golang/github.com/acme/shop@v2.0.0%2Bincompatible",
        ),
        (PackageType::Helm, "shop", Some("1.0.0"), "pkg:helm/shop@1.0.0"),
        (PackageType::Generic, "a?b#c", Some(""), "pkg:generic/a%3Fb%23c"),
    ] {
        assert_eq!(of_package(package_type, name, version, None), expected);
    }
    let place = Some("host:8046/images/acme/shop");
    assert_eq!(
        of_package(PackageType::Docker, "acme/Shop", Some("sha256:ab"), place),
        "pkg:oci/shop@sha256:ab?repository_url=host:8046/images/acme/shop"
    );
    assert_eq!(of_file("a b.zip", "cd"), "pkg:generic/a%20b.zip?checksum=sha256:cd");
}

#[test]
fn ids_of_build_infos_have_a_purl_only_where_the_module_says_what_they_are() {
    for (module, file, id, name, version, purl) in [
        ("maven", "jar", "g:a:1.0", "g:a", "1.0", "pkg:maven/g/a@1.0"),
        ("", "jar", "g:a:1.0", "g:a", "1.0", "pkg:maven/g/a@1.0"),
        ("maven", "", "g:a:1.0:tests", "g:a:1.0:tests", "", ""),
        ("npm", "tgz", "@acme/shop:1.9.0", "@acme/shop", "1.9.0", "pkg:npm/%40acme/shop@1.9.0"),
        (
            "go",
            "zip",
            "github.com/a/b:v1.0.0",
            "github.com/a/b",
            "v1.0.0",
            "pkg:golang/github.com/a/b@v1.0.0",
        ),
        ("nuget", "", "Acme.Shop:1.0.0", "Acme.Shop", "1.0.0", "pkg:nuget/Acme.Shop@1.0.0"),
        ("generic", "", "till:1.0", "till", "1.0", ""),
        ("docker", "", "sha256:abc", "sha256:abc", "", ""),
        ("npm", "", "left-pad:", "left-pad:", "", ""),
        ("", "", "shop.zip", "shop.zip", "", ""),
    ] {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let expected = Named { name: name.to_owned(), version: some(version), purl: some(purl) };
        assert_eq!(of_build_id(module, file, id), expected, "{module} {id}");
    }
}

#[test]
fn names_of_files_are_safe() {
    for (label, expected) in [
        ("left-pad-1.3.0", "left-pad-1.3.0"),
        ("@acme/shop-1.9.0", "acme-shop-1.9.0"),
        ("folder/shop :: 100%-51", "folder-shop-100-51"),
        ("../..", "sbom"),
        ("\"\r\n", "sbom"),
    ] {
        assert_eq!(file_name(label), expected);
    }
    assert!(file_name(&"a".repeat(1_000)).len() <= FILE_NAME_CHARS_MAX);
}

/// A version with two files, one of which has a checksum that is none, and a dependency of each need.
fn bill() -> Bill {
    let mut subject = Part::new("version".into(), PartKind::Library, "@acme/shop".into());
    subject.version = Some("1.9.0".into());
    subject.purl = Some("pkg:npm/%40acme/shop@1.9.0".into());
    subject.licence = "(MIT OR Apache-2.0) AND GPL-2.0+".into();
    subject.home_page = "https://acme.example/shop".into();
    subject.file_name = "shop-1.9.0.tgz".into();
    subject.checksums =
        Checksums { sha256: "AB".repeat(32), sha1: "cd".repeat(20), md5: "none".into() };
    for name in ["shop-1.9.0.tgz", "shop.pom"] {
        let id = format!("file-{}", subject.files.len() + 1);
        subject.files.push(Part::new(id, PartKind::File, name.into()));
    }
    let needs = [Need::Runtime, Need::Provided, Need::Optional, Need::Build, Need::Development];
    let parts = needs.iter().enumerate().map(|(at, need)| {
        let id = format!("dependency-{}", at + 1);
        let mut part = Part::new(id, PartKind::Library, format!("needed-{}", at + 1));
        part.need = Some(*need);
        part.properties.push(("requirement", "^1.0".into()));
        part
    });
    let parts: Vec<Part> = parts.collect();
    let relations = parts.iter().zip(needs).map(|(part, need)| Relation {
        from: "version".into(),
        to: part.id.clone(),
        kind: RelationKind::Needs(need),
    });
    let relations = relations.collect();
    let created_at = "2026-01-31T12:00:00.123Z".parse().unwrap();
    Bill { created_at, subject, parts, relations, left_out: 0, scan: None }
}

fn document(bill: &Bill, format: SbomFormat) -> Value {
    serde_json::from_slice(&written(bill, format).unwrap()).unwrap()
}

#[test]
fn cyclonedx_has_what_its_schema_requires_and_what_is_known() {
    let found = document(&bill(), SbomFormat::Cyclonedx);
    assert_eq!((&found["bomFormat"], &found["specVersion"]), (&json!("CycloneDX"), &json!("1.6")));
    assert_eq!(found["metadata"]["timestamp"], "2026-01-31T12:00:00Z");
    let tool = &found["metadata"]["tools"]["components"][0];
    assert_eq!((&tool["name"], &tool["version"]), (&json!("waybill"), &json!(VERSION)));
    let serial = found["serialNumber"].as_str().unwrap();
    let groups: Vec<usize> =
        serial.strip_prefix("urn:uuid:").unwrap().split('-').map(str::len).collect();
    assert_eq!(groups, [8, 4, 4, 4, 12]);
    assert_eq!(serial.as_bytes()[23], b'5');
    let subject = &found["metadata"]["component"];
    assert_eq!(subject["purl"], "pkg:npm/%40acme/shop@1.9.0");
    let expression = "(MIT OR Apache-2.0) AND GPL-2.0-or-later";
    assert_eq!(subject["licenses"], json!([{"expression": expression}]));
    let hashes = json!([
        {"alg": "SHA-1", "content": "cd".repeat(20)}, {"alg": "SHA-256", "content": "ab".repeat(32)},
    ]);
    assert_eq!(subject["hashes"], hashes);
    assert_eq!(subject["components"][1]["name"], "shop.pom");
    let first = &found["components"][0];
    assert_eq!(first.get("version"), None);
    assert_eq!(first["properties"], json!([{"name": "waybill:requirement", "value": "^1.0"}]));
    let scopes: Vec<&Value> =
        found["components"].as_array().unwrap().iter().map(|one| &one["scope"]).collect();
    assert_eq!(scopes, ["required", "required", "optional", "excluded", "excluded"]);
    assert_eq!(found["dependencies"][0]["ref"], "version");
    assert_eq!(found["dependencies"][0]["dependsOn"].as_array().unwrap().len(), 5);
    assert_eq!(found.get("vulnerabilities"), None);
}

#[test]
fn spdx_has_what_its_schema_requires_and_what_is_known() {
    let found = document(&bill(), SbomFormat::Spdx);
    assert_eq!(found["spdxVersion"], "SPDX-2.3");
    assert_eq!(found["dataLicense"], "CC0-1.0");
    assert_eq!(found["SPDXID"], "SPDXRef-DOCUMENT");
    assert_eq!(found["name"], "@acme/shop-1.9.0");
    let creation = json!({
        "created": "2026-01-31T12:00:00Z", "creators": [format!("Tool: waybill-{VERSION}")],
    });
    assert_eq!(found["creationInfo"], creation);
    let subject = &found["packages"][0];
    assert_eq!(subject["licenseDeclared"], "(MIT OR Apache-2.0) AND GPL-2.0-or-later");
    assert_eq!(subject["packageFileName"], "shop-1.9.0.tgz");
    assert_eq!(subject["externalRefs"][0]["referenceLocator"], "pkg:npm/%40acme/shop@1.9.0");
    assert_eq!(subject["checksums"][1]["algorithm"], "SHA256");
    for package in found["packages"].as_array().unwrap() {
        let id = package["SPDXID"].as_str().unwrap();
        let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
        assert!(id.starts_with("SPDXRef-") && id.bytes().all(is_valid), "{id}");
        assert_eq!(package["downloadLocation"], "NOASSERTION", "{id}");
        assert_eq!(package["filesAnalyzed"], false, "{id}");
    }
    assert_eq!(found["packages"][3].get("versionInfo"), None);
    assert_eq!(found["packages"][3]["comment"], "waybill:requirement: ^1.0");
    let relations = found["relationships"].as_array().unwrap();
    let kinds: Vec<&Value> = relations.iter().map(|one| &one["relationshipType"]).collect();
    let expected = [
        "DESCRIBES",
        "CONTAINS",
        "CONTAINS",
        "DEPENDS_ON",
        "PROVIDED_DEPENDENCY_OF",
        "OPTIONAL_DEPENDENCY_OF",
        "BUILD_DEPENDENCY_OF",
        "DEV_DEPENDENCY_OF",
    ];
    assert_eq!(kinds, expected);
    assert_eq!(relations[4]["spdxElementId"], "SPDXRef-dependency-2");
    assert_eq!(relations[4]["relatedSpdxElement"], "SPDXRef-version");
}

#[test]
fn the_same_content_makes_the_same_document_and_another_one_has_another_id() {
    for (format, id) in
        [(SbomFormat::Cyclonedx, "serialNumber"), (SbomFormat::Spdx, "documentNamespace")]
    {
        assert_eq!(written(&bill(), format).unwrap(), written(&bill(), format).unwrap());
        let mut other = bill();
        other.subject.version = Some("1.9.1".into());
        assert_ne!(document(&bill(), format)[id], document(&other, format)[id]);
    }
}

#[test]
fn a_licence_that_is_no_expression_is_kept_as_its_author_writes_it() {
    let mut bill = bill();
    bill.subject.licence = "SEE LICENSE IN terms.txt".into();
    let found = document(&bill, SbomFormat::Cyclonedx);
    let expected = json!([{"license": {"name": "SEE LICENSE IN terms.txt"}}]);
    assert_eq!(found["metadata"]["component"]["licenses"], expected);
    let found = document(&bill, SbomFormat::Spdx);
    assert_eq!(found["packages"][0]["licenseDeclared"], "NOASSERTION");
    let comment = "The author names the licence as: SEE LICENSE IN terms.txt";
    assert_eq!(found["packages"][0]["licenseComments"], comment);
}

#[test]
fn a_document_says_that_components_were_left_out() {
    let mut bill = bill();
    bill.left_out = 3;
    let text = "3 of 8 components were left out: a document has 20000 at most";
    let found = document(&bill, SbomFormat::Cyclonedx);
    let property = json!([{"name": "waybill:left_out", "value": text}]);
    assert_eq!(found["metadata"]["properties"], property);
    assert_eq!(document(&bill, SbomFormat::Spdx)["comment"], text);
}

#[test]
fn vulnerabilities_are_there_only_where_the_version_was_compared_with_advisories() {
    let known = Vulnerability {
        id: "GHSA-1".into(),
        aliases: vec!["CVE-2026-1".into()],
        cves: vec!["CVE-2026-1".into()],
        summary: "Takes too much".into(),
        severity: "high".into(),
        score: Some(7.5),
        vector: Some("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N".into()),
        fixed_versions: vec!["1.9.1".into(), "2.0.0".into()],
    };
    let mut bill = bill();
    bill.scan = Some((ScanStatus::NotScanned, Vec::new()));
    let found = document(&bill, SbomFormat::Cyclonedx);
    assert_eq!(found.get("vulnerabilities"), None);
    let property = json!([{"name": "waybill:scan_status", "value": "not_scanned"}]);
    assert_eq!(found["metadata"]["properties"], property);
    bill.scan = Some((ScanStatus::Scanned, vec![known]));
    let found = document(&bill, SbomFormat::Cyclonedx);
    let expected = json!([{
        "id": "GHSA-1",
        "source": {"name": "GHSA"},
        "references": [{"id": "CVE-2026-1", "source": {"name": "CVE"}}],
        "ratings": [{
            "score": 7.5, "severity": "high", "method": "CVSSv31",
            "vector": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N",
        }],
        "description": "Takes too much",
        "recommendation": "Fixed in 1.9.1, 2.0.0",
        "affects": [{"ref": "version", "versions": [{"version": "1.9.0", "status": "affected"}]}],
    }]);
    assert_eq!(found["vulnerabilities"], expected);
}

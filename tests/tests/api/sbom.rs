//! Software bills of materials of versions and builds, as the console downloads them.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Request, run};

use crate::advisories::{advisory, import};
use crate::npm::{document, tarball};
use crate::people::{chosen, created};
use crate::signed_in;
use crate::stage::Stage;

const VERSION: &str = "packages/sbom?repoKey=npm-local&path=@acme/shop/-/shop-1.9.0.tgz";
const BUILD: &str = "builds/sbom?name=a%2Fb&number=7";

/// The licence with scanning requires a second factor of all users, unless the configuration says otherwise.
const SCANNING: &str = "[installation]\nservices = [\"xray\"]\nlicence = \"ENTERPRISE_X\"\n\
    [installation.access]\nmfa_required = \"nobody\"\n";

/// A server with a version that needs two packages.
async fn stage() -> Stage {
    let stage = Stage::at(Place::new().with_settings(SCANNING)).await;
    let ann = stage.ann();
    assert_eq!(ann.create("npm-local", json!({"packageType": "npm"})).await.status, 200);
    let mut sent = document("@acme/shop", "1.9.0", &tarball("@acme/shop", "1.9.0"));
    let about = json!({
        "description": "Sells things", "license": "MIT OR Apache-2.0", "homepage": "https://acme.example/shop",
        "dependencies": {"left-pad": "^1.3.0"}, "devDependencies": {"@acme/tests": "*"},
    });
    let manifest = sent["versions"]["1.9.0"].as_object_mut().expect("a manifest");
    manifest.extend(about.as_object().expect("an object").clone());
    let put = Request::new("PUT", "/artifactory/api/npm/npm-local/@acme%2fshop");
    assert_eq!(ann.send(put.json(&sent)).await.status, 201);
    stage
}

/// A user who may read nothing.
async fn stranger(stage: &Stage, ann: &mut Browser) -> Browser {
    let (_, token) = created(ann, "carl").await;
    let mut browser = Browser::visiting(&stage.server).await;
    let password = "nine green kettles 4";
    assert_eq!(chosen(&mut browser, &token, password).await.status, 200);
    browser.sign_in("carl", password).await;
    browser
}

/// Whether an answer is a file of this name and type.
fn is_file(answer: &Answer, name: &str, media: &str) {
    assert_eq!(answer.status, 200, "{}", answer.json());
    assert_eq!(answer.header("content-type"), Some(media));
    let disposition = format!("attachment; filename=\"{name}\"");
    assert_eq!(answer.header("content-disposition"), Some(disposition.as_str()));
}

#[test]
fn the_sbom_of_a_version_has_its_file_its_licence_and_what_it_needs() {
    run(async {
        let stage = stage().await;
        let mut ann = signed_in(&stage.server).await;
        let found = ann.get(VERSION).await;
        let media = "application/vnd.cyclonedx+json; version=1.6";
        is_file(&found, "acme-shop-1.9.0.cdx.json", media);
        assert_eq!(ann.get(&format!("{VERSION}&format=cyclonedx")).await.body, found.body);
        let cyclonedx = found.json();
        let subject = &cyclonedx["metadata"]["component"];
        assert_eq!(subject["purl"], "pkg:npm/%40acme/shop@1.9.0");
        assert_eq!(
            (&subject["name"], &subject["version"]),
            (&json!("@acme/shop"), &json!("1.9.0"))
        );
        assert_eq!(subject["description"], "Sells things");
        assert_eq!(subject["licenses"], json!([{"expression": "MIT OR Apache-2.0"}]));
        let file = "/artifactory/api/storage/npm-local/@acme/shop/-/shop-1.9.0.tgz";
        let checksums = stage.ann().get(file).await.json()["checksums"].clone();
        let hashes = json!([
            {"alg": "MD5", "content": checksums["md5"]},
            {"alg": "SHA-1", "content": checksums["sha1"]},
            {"alg": "SHA-256", "content": checksums["sha256"]},
        ]);
        assert_eq!(subject["hashes"], hashes);
        let needed = cyclonedx["components"].as_array().expect("components");
        let named: Vec<_> =
            needed.iter().map(|one| (&one["name"], &one["purl"], &one["scope"])).collect();
        let expected = [
            (&json!("left-pad"), &json!("pkg:npm/left-pad"), &json!("required")),
            (&json!("@acme/tests"), &json!("pkg:npm/%40acme/tests"), &json!("excluded")),
        ];
        assert_eq!(named, expected);
        let requirement = json!({"name": "waybill:requirement", "value": "^1.3.0"});
        assert_eq!(needed[0]["properties"][1], requirement);

        let found = ann.get(&format!("{VERSION}&format=spdx")).await;
        is_file(&found, "acme-shop-1.9.0.spdx.json", "application/spdx+json");
        let spdx = found.json();
        assert_eq!(spdx["spdxVersion"], "SPDX-2.3");
        let package = &spdx["packages"][0];
        assert_eq!(package["licenseDeclared"], "MIT OR Apache-2.0");
        assert_eq!(package["packageFileName"], "shop-1.9.0.tgz");
        assert_eq!(package["checksums"][2]["checksumValue"], checksums["sha256"]);
        assert_eq!(package["homepage"], "https://acme.example/shop");
        assert_eq!(spdx["relationships"][1]["relationshipType"], "DEPENDS_ON");
        assert_eq!(spdx["relationships"][2]["relationshipType"], "DEV_DEPENDENCY_OF");

        // A file that is no version, and what is not there or not valid.
        let file = ann.get("packages/sbom?repoKey=files&path=team/a.txt").await;
        is_file(&file, "a.txt.cdx.json", media);
        let subject = file.json()["metadata"]["component"].clone();
        assert_eq!((&subject["type"], &subject["name"]), (&json!("file"), &json!("a.txt")));
        let gone = VERSION.replace("1.9.0", "2.0.0");
        assert_eq!(ann.get(&gone).await.status, 404);
        assert_eq!(ann.get(&format!("{VERSION}&format=swid")).await.code(), "malformed_query");

        // Who may not read it is answered as on every other call about it.
        let mut carl = stranger(&stage, &mut ann).await;
        let refused = carl.get(VERSION).await;
        assert_eq!((refused.status, refused.code().as_str()), (404, "not_found"));
        let details = carl.get(&VERSION.replace("/sbom", "/dependencies")).await;
        assert_eq!(refused.json()["error"]["message"], details.json()["error"]["message"]);
        let targets =
            json!({"npm-local": {"include_patterns": ["@acme/**"], "exclude_patterns": []}});
        stage.grant(json!({"actions": {"users": {"carl": ["READ"]}}, "targets": targets})).await;
        assert_eq!(carl.get(VERSION).await.body, ann.get(VERSION).await.body);

        // It is the same after a restart.
        let before = ann.get(VERSION).await.body;
        let stage = stage.restarted();
        assert_eq!(signed_in(&stage.server).await.get(VERSION).await.body, before);
    });
}

#[test]
fn the_sbom_of_a_version_has_its_vulnerabilities_if_they_are_wanted_and_known() {
    run(async {
        let stage = stage().await;
        let mut ann = signed_in(&stage.server).await;
        let wanted = format!("{VERSION}&vulnerabilities=true");
        let refused = ann.get(&format!("{wanted}&format=spdx")).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "vulnerabilities_in_spdx"));
        // Without advisories nothing is claimed.
        let found = ann.get(&wanted).await.json();
        assert_eq!(found.get("vulnerabilities"), None);
        let status = json!([{"name": "waybill:scan_status", "value": "not_scanned"}]);
        assert_eq!(found["metadata"]["properties"], status);
        let severe = json!({
            "aliases": ["CVE-2026-1"],
            "severity": [{"type": "CVSS_V3", "score": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"}],
        });
        let known = advisory("GHSA-1", "@acme/shop", "1.9.1", severe).to_string();
        import(&stage, &[("a.json", known)]).await;
        let found = ann.get(&wanted).await.json();
        let [one] = found["vulnerabilities"].as_array().expect("a list").as_slice() else {
            panic!("{found}")
        };
        assert_eq!((&one["id"], &one["ratings"][0]["score"]), (&json!("GHSA-1"), &json!(9.8)));
        assert_eq!(one["ratings"][0]["method"], "CVSSv31");
        assert_eq!(one["affects"][0]["ref"], found["metadata"]["component"]["bom-ref"]);
        assert_eq!(one["recommendation"], "Fixed in 1.9.1");
        assert_eq!(ann.get(VERSION).await.json().get("vulnerabilities"), None);
    });
}

#[test]
fn the_sbom_of_a_build_has_its_modules_with_what_went_in_and_came_out() {
    run(async {
        let stage = Stage::new().await;
        let (sha1, md5) = ("1".repeat(40), "2".repeat(32));
        let slf4j =
            json!({"id": "org.slf4j:slf4j-api:2.0.9", "type": "jar", "sha1": sha1, "md5": md5});
        let info = json!({
            "name": "a/b", "number": "7", "started": "2026-01-31T12:00:00.000+0100",
            "modules": [
                {
                    "id": "com.acme:shop:1.0.0", "type": "maven",
                    "artifacts": [{"name": "shop-1.0.0.jar", "type": "jar", "sha1": sha1}],
                    "dependencies": [slf4j, {"id": "g:a:1.0", "sha1": "no checksum"}],
                },
                {"id": "com.acme:till:1.0.0", "type": "maven", "dependencies": [slf4j]},
            ],
        });
        assert_eq!(stage.ann().put("/artifactory/api/build", info.to_string()).await.status, 204);
        let mut ann = signed_in(&stage.server).await;
        let found = ann.get(BUILD).await;
        is_file(&found, "a-b-7.cdx.json", "application/vnd.cyclonedx+json; version=1.6");
        let cyclonedx = found.json();
        let subject = &cyclonedx["metadata"]["component"];
        assert_eq!((&subject["type"], &subject["name"]), (&json!("application"), &json!("a/b")));
        let parts = cyclonedx["components"].as_array().expect("components").iter();
        let purls: Vec<&Value> = parts.clone().map(|one| &one["purl"]).collect();
        let none = Value::Null;
        let expected = [
            &json!("pkg:maven/com.acme/shop@1.0.0"),
            &json!("pkg:maven/com.acme/till@1.0.0"),
            &json!("pkg:maven/org.slf4j/slf4j-api@2.0.9"),
            &json!("pkg:maven/g/a@1.0"),
            &none,
        ];
        assert_eq!(purls, expected);
        let hashes: Vec<usize> =
            parts.map(|one| one["hashes"].as_array().map_or(0, Vec::len)).collect();
        assert_eq!(hashes, [0, 0, 2, 0, 1]);
        let dependencies = json!([
            {"ref": "build", "dependsOn": ["module-1", "module-2"]},
            {"ref": "module-1", "dependsOn": ["artifact-1-1", "dependency-1", "dependency-2"]},
            {"ref": "module-2", "dependsOn": ["dependency-1"]},
        ]);
        assert_eq!(cyclonedx["dependencies"], dependencies);

        let found = ann.get(&format!("{BUILD}&format=spdx")).await;
        is_file(&found, "a-b-7.spdx.json", "application/spdx+json");
        let spdx = found.json();
        assert_eq!(spdx["packages"].as_array().map(Vec::len), Some(6));
        let depends = json!({
            "spdxElementId": "SPDXRef-module-2", "relationshipType": "DEPENDS_ON",
            "relatedSpdxElement": "SPDXRef-dependency-1",
        });
        assert!(spdx["relationships"].as_array().expect("a list").contains(&depends), "{spdx}");

        let mut carl = stranger(&stage, &mut ann).await;
        let refused = carl.get(BUILD).await;
        assert_eq!((refused.status, refused.code().as_str()), (404, "not_found"));
        let run = carl.get(&BUILD.replace("/sbom", "/run")).await;
        assert_eq!(refused.json()["error"]["message"], run.json()["error"]["message"]);
        assert_eq!(ann.get(&BUILD.replace("=7", "=8")).await.status, 404);
    });
}

//! Repositories of Gradle and Ivy, which are served as those of Maven, and of `MySQL`, which are files (PKG-09).

use serde_json::{Value, json};
use waybill_tests::{Browser, run};

use super::pom;
use crate::advisories::{SCANNING, import};
use crate::components::stage_with;
use crate::packages::data;
use crate::signed_in;
use crate::stage::Stage;

const FOUND: &str = "query($id: String!) { versions(filter: {packageId: $id}) { edges { node { \
    name licenses scanStatus vulnerabilities { critical high medium low unknown } files { name } } } } }";

async fn stage() -> Stage {
    let stage = stage_with(SCANNING).await;
    for package_type in ["gradle", "ivy", "mysql"] {
        let made = stage.ann().create(package_type, json!({"packageType": package_type})).await;
        assert_eq!(made.status, 200, "{package_type}");
    }
    stage
}

async fn commands(browser: &mut Browser, package_type: &str, id: &str) -> Vec<String> {
    let query = format!("packages/install?packageId={id}&version=1.0&repoKey={package_type}");
    let answer = browser.get(&query).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    let commands = answer.json()["commands"].as_array().expect("commands").clone();
    commands.iter().map(|one| one["client"].as_str().expect("a client").to_owned()).collect()
}

#[test]
fn what_gradle_and_ivy_publish_are_versions_that_are_compared_with_advisories_of_maven() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        let fixed =
            json!([{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.1"}]}]);
        let affected =
            json!([{"package": {"ecosystem": "Maven", "name": "com.acme:till"}, "ranges": fixed}]);
        let advisory = json!({
            "schema_version": "1.6.0", "id": "GHSA-1", "modified": "2026-01-02T00:00:00Z",
            "database_specific": {"severity": "HIGH"}, "affected": affected,
        });
        import(&stage, &[("a.json", advisory.to_string())]).await;
        let licence = "<licenses><license><name>MIT</name></license></licenses>";
        let mut browser = signed_in(&stage.server).await;
        for package_type in ["gradle", "ivy"] {
            let folder = format!("/artifactory/{package_type}/com/acme/till/1.0");
            let pom = pom("com.acme", "till", "1.0", licence);
            assert_eq!(ann.put(&format!("{folder}/till-1.0.pom"), pom).await.status, 201);
            assert_eq!(ann.put(&format!("{folder}/till-1.0.jar"), "a jar").await.status, 201);
            // Of another version's file nothing is taken.
            let wrong = ann.put(&format!("{folder}/till-2.0.pom"), "<project/>").await;
            assert_eq!(wrong.status, 400, "{package_type}");
            let metadata = format!("/artifactory/{package_type}/com/acme/till/maven-metadata.xml");
            let metadata = ann.get(&metadata).await;
            assert!(String::from_utf8_lossy(&metadata.body).contains("<version>1.0</version>"));

            let id = format!("{package_type}://com.acme:till");
            let found = data(&ann, FOUND, json!({"id": id})).await;
            let expected = json!({
                "name": "1.0", "licenses": ["MIT"], "scanStatus": "SCANNED",
                "vulnerabilities":
                    {"critical": null, "high": 1, "medium": null, "low": null, "unknown": null},
                "files": [{"name": "till-1.0.jar"}, {"name": "till-1.0.pom"}],
            });
            assert_eq!(found["versions"]["edges"], json!([{"node": expected}]), "{id}");
            let clients = commands(&mut browser, package_type, &id).await;
            assert_eq!(clients[0], package_type);
            assert_eq!(clients.len(), 5);
            let settings = ann.get(&format!("/artifactory/api/repositories/{package_type}")).await;
            assert_eq!(settings.json()["repoLayoutRef"], "maven-2-default");
        }
        let by_cve = "{ packages(filter: {cve: \"GHSA-1\"}) { edges { node { id } } } }";
        let affected = data(&ann, by_cve, json!({})).await["packages"]["edges"].clone();
        let ids: Vec<&Value> =
            affected.as_array().expect("edges").iter().map(|edge| &edge["node"]["id"]).collect();
        assert_eq!(ids, ["gradle://com.acme:till", "ivy://com.acme:till"]);
    });
}

#[test]
fn a_repository_of_mysql_has_files_and_no_packages() {
    run(async {
        let stage = stage().await;
        let ann = stage.ann();
        let path = "/artifactory/mysql/8.4/mysql.tar.gz";
        assert_eq!(ann.put(path, "the server").await.status, 201);
        assert_eq!(ann.get(path).await.body, b"the server");
        let all = "{ packages(filter: {package_type: \"mysql\"}) { edges { node { id } } } }";
        assert_eq!(data(&ann, all, json!({})).await["packages"]["edges"], json!([]));
        let mut browser = signed_in(&stage.server).await;
        let tree = browser.get("tree/entries?repository=mysql&path=").await;
        assert_eq!(tree.status, 200, "{}", tree.json());
    });
}

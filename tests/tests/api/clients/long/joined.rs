//! Package clients with virtual repositories that join one of their own server with one of another Waybill.

use serde_json::json;
use waybill_tests::run;

use super::go::Go;
use super::helm::Helm;
use super::maven::{Maven, is_installed};
use crate::clients::joined::{everyone_reads, two_servers};
use crate::go::file_of;
use crate::stage::Stage;

/// covers: [REMOTE-01, REMOTE-03]
#[test]
fn go_builds_with_what_another_waybill_has_and_with_what_is_published_beside_it() {
    run(async {
        let (upstream, stage) = two_servers("go", "").await;
        everyone_reads(&stage, &["own", "remote"]).await;
        let publish = async |stage: &Stage, key: &str, module: &str, version: &str| {
            let path = format!("/artifactory/api/go/{key}/{module}/@v/{version}.zip");
            let published = stage.ann().put(&path, file_of(module, version)).await;
            assert_eq!(published.status, 201);
        };
        let commit = "v0.0.0-20260101000000-abcdef012345";
        for version in ["v1.0.0", "v1.1.0", commit] {
            publish(&upstream, "theirs", "a.b/shop", version).await;
        }
        publish(&stage, "all", "a.b/cart", "v0.1.0").await;
        let proxy = "/artifactory/api/go/all";
        let go = Go::of(proxy, &stage);
        go.app("a.b/shop");
        let listed = go.json("list -m -versions -json a.b/shop");
        assert_eq!(listed["Versions"], json!(["v1.0.0", "v1.1.0"]));
        for (wanted, expected) in [("a.b/shop", "v1.1.0"), (&format!("a.b/shop@{commit}"), commit)]
        {
            go.run("app", &format!("get {wanted}")).succeeded();
            let built = go.run("app", "run .");
            assert!(built.is_success && built.text.trim() == expected, "{}", built.text);
        }
        go.run("app", "get a.b/cart").succeeded();
        let missing = go.run("app", "get a.b/none").failed();
        assert!(missing.contains("404 Not Found"), "{missing}");

        // What was fetched once is fetched while the other server is down.
        upstream.server.stop();
        let later = Go::of(proxy, &stage);
        later.app("a.b/shop");
        later.run("app", &format!("get a.b/shop@{commit}")).succeeded();
        let built = later.run("app", "run .");
        assert!(built.is_success && built.text.trim() == commit, "{}", built.text);
        stage.server.stop();
    });
}

/// covers: [REMOTE-01, REMOTE-03]
#[test]
fn helm_pulls_what_another_waybill_has_and_what_is_published_beside_it() {
    run(async {
        let (upstream, stage) = two_servers("helm", "").await;
        let helm = Helm::of("/artifactory/api/helm/all", &stage, &stage.ann);
        for version in ["1.0.0", "1.1.0"] {
            let packed = helm.package("shop", version);
            let path = format!("/artifactory/api/helm/theirs/shop-{version}.tgz");
            assert_eq!(upstream.ann().put(&path, packed).await.status, 201);
        }
        let packed = helm.package("cart", "0.1.0");
        let path = "/artifactory/api/helm/all/cart-0.1.0.tgz";
        assert_eq!(stage.ann().put(path, packed.clone()).await.status, 201);
        let entries = helm.index()["entries"].clone();
        let names: Vec<_> = entries.as_object().expect("entries").keys().collect();
        assert_eq!(names, ["cart", "shop"]);
        helm.pull("shop", "").succeeded();
        let theirs = helm.pulled("shop-1.1.0.tgz");
        helm.pull("cart", "0.1.0").succeeded();
        assert_eq!(helm.pulled("cart-0.1.0.tgz"), packed);
        // What another server has cannot be removed here.
        let removed = |chart: &str| format!("/artifactory/api/helm/all/api/charts/{chart}");
        assert_eq!(stage.ann().delete(&removed("shop/1.1.0")).await.status, 404);
        assert_eq!(stage.ann().delete(&removed("cart/0.1.0")).await.status, 200);

        // What was pulled once is pulled while the other server is down.
        upstream.server.stop();
        let later = Helm::of("/artifactory/api/helm/all", &stage, &stage.ann);
        later.pull("shop", "1.1.0").succeeded();
        assert_eq!(later.pulled("shop-1.1.0.tgz"), theirs);
        later.pull("shop", "1.0.0").failed();
        stage.server.stop();
    });
}

/// covers: [REMOTE-01, REMOTE-03, MAVEN-04]
#[test]
fn maven_resolves_what_another_waybill_has_and_deploys_beside_it() {
    if !is_installed() {
        return;
    }
    run(async {
        let (upstream, stage) = two_servers("maven", "").await;
        let publisher = Maven::of("theirs", &upstream);
        publisher.sign_in("own.xml", &upstream.ann);
        publisher.deploy("own.xml", "1.9", "jar of 1.9").succeeded();
        publisher.deploy("own.xml", "1.10", "jar of 1.10").succeeded();
        publisher.deploy("own.xml", "2.0-SNAPSHOT", "a build").succeeded();
        let reader = || {
            let maven = Maven::of("all", &stage);
            maven.sign_in("own.xml", &stage.ann);
            maven
        };
        let of = |name: &str, jar: &str| Ok((name.to_owned(), jar.to_owned()));
        let maven = reader();
        let range = "[1.0,1.99)";
        assert_eq!(maven.resolve("own.xml", range), of("shop-1.10.jar", "jar of 1.10"));
        let snapshot = maven.resolve("own.xml", "2.0-SNAPSHOT");
        assert_eq!(snapshot, of("shop-2.0-SNAPSHOT.jar", "a build"));
        // What was resolved once is resolved while the other server is down.
        upstream.server.stop();
        assert_eq!(reader().resolve("own.xml", range), of("shop-1.10.jar", "jar of 1.10"));
        // From the first own version on, the name is this server's.
        maven.deploy("own.xml", "1.2", "own jar").succeeded();
        assert_eq!(reader().resolve("own.xml", range), of("shop-1.2.jar", "own jar"));
        stage.server.stop();
    });
}

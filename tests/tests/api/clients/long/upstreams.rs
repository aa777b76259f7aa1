//! What servers of others have, verdaccio, pypiserver and Docker's registry: in remote repositories, and imported.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;
use waybill_tests::{Browser, Peer, Request, can_run, run};

use crate::clients::npm::Npm;
use crate::clients::pypi::Python;
use crate::clients::python_packages::{sdist, wheel};
use crate::clients::skopeo::Skopeo;
use crate::imports::import;
use crate::npm::{document, tarball};
use crate::stage::Stage;
use waybill_tests::tools::{more_python_tools, node_tools};

/// Imports what a server or its folder has into a new repository, twice; it has this many items.
async fn import_twice(stage: &Stage, (key, package_type): (&str, &str), from: &str, items: usize) {
    let created = stage.ann().create(key, json!({"packageType": package_type})).await;
    assert_eq!(created.status, 200);
    let to = format!("http://{}/artifactory/{key}", stage.server.address());
    for (imported, present) in [(items, 0), (0, items)] {
        // The token is not one of the other server, which gets none where it needs none.
        let output = import(from, &to, &stage.ann, &["--json"], None);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let last = text.lines().last().unwrap_or_else(|| panic!("{output:?}"));
        let last: Value = serde_json::from_str(last).expect("JSON");
        assert_eq!(last["imported"], imported, "{from}: {text}");
        assert_eq!((&last["present"], &last["failed"]), (&json!(present), &json!(0)), "{text}");
    }
}

/// covers: [REMOTE-01, REPO-07]
#[test]
fn npm_installs_what_verdaccio_has() {
    run(async {
        let program = node_tools().join("verdaccio");
        let folder = TempDir::new().expect("a folder");
        let peer = Peer::start(|address| {
            let settings = json!({
                "storage": folder.path().join("storage"),
                "packages": {"**": {"access": "$all", "publish": "$all"}},
                "auth": {"htpasswd": {"file": folder.path().join("htpasswd")}},
            });
            let path = folder.path().join("config.yaml");
            std::fs::write(&path, settings.to_string()).expect("a file");
            let mut command = Command::new(program);
            command.arg("--config").arg(path).arg("--listen").arg(address.to_string());
            command.current_dir(folder.path());
            command
        })
        .await;
        for version in ["1.0.0", "1.1.0"] {
            let file = tarball("@acme/far", version);
            let mut sent = document("@acme/far", version, &file);
            // verdaccio has the file under the last part of this address.
            let tarball = format!("http://{}/@acme/far/-/far-{version}.tgz", peer.address);
            sent["versions"][version]["dist"]["tarball"] = tarball.into();
            let request = Request::new("PUT", "/@acme%2ffar").json(&sent);
            let published = Browser::at(peer.address).send(request).await;
            assert_eq!(published.status, 201, "{}", String::from_utf8_lossy(&published.body));
        }
        let stage = Stage::reaching(&[peer.address]).await;
        let url = format!("http://{}", peer.address);
        let remote = json!({"rclass": "remote", "packageType": "npm", "url": url});
        assert_eq!(stage.ann().create("npm-remote", remote).await.status, 200);
        let npm = Npm::of("npm-remote", &stage, &stage.ann);
        npm.0.write("app/package.json", r#"{"name": "app", "version": "1.0.0"}"#);
        npm.run("app", "install @acme/far@1.0.0").succeeded();
        assert_eq!(npm.json(".", "view @acme/far versions"), json!(["1.0.0", "1.1.0"]));
        import_twice(&stage, ("of-server", "npm"), &url, 2).await;
        let storage = folder.path().join("storage");
        import_twice(&stage, ("of-folder", "npm"), storage.to_str().expect("a text"), 2).await;
        drop(peer);
        std::fs::remove_dir_all(npm.0.path("app/node_modules")).expect("what was installed");
        std::fs::remove_dir_all(npm.0.path(".npm")).expect("what was cached");
        npm.run("app", "ci").succeeded();
        stage.server.stop();
    });
}

/// A pypiserver with the packages of a folder.
async fn pypiserver(packages: &Path) -> Peer {
    Peer::start(|address| {
        let mut command = Command::new(more_python_tools().join("python"));
        let port = address.port().to_string();
        command.args(["-m", "pypiserver", "run", "--interface", "127.0.0.1", "--port", &port]);
        command.args(["--disable-fallback", "--backend", "simple-dir"]).arg(packages);
        command
    })
    .await
}

/// covers: [REMOTE-01, REMOTE-03, REPO-07]
#[test]
fn pip_installs_what_a_pypiserver_has_beside_what_is_published_here() {
    run(async {
        let packages = TempDir::new().expect("a folder");
        for (name, bytes) in
            [wheel("far", "1.0.0", ""), sdist("far", "1.1.0"), wheel("near", "9.0.0", "")]
        {
            std::fs::write(packages.path().join(name), bytes).expect("a file");
        }
        let upstream = pypiserver(packages.path()).await;
        let stage = Stage::reaching(&[upstream.address]).await;
        let (ann, url) = (stage.ann(), format!("http://{}/simple", upstream.address));
        let remote = json!({"rclass": "remote", "packageType": "pypi", "url": url});
        assert_eq!(ann.create("python-remote", remote).await.status, 200);
        assert_eq!(ann.create("python-own", json!({"packageType": "pypi"})).await.status, 200);
        let joined = json!({
            "rclass": "virtual",
            "packageType": "pypi",
            "repositories": ["python-own", "python-remote"],
            "defaultDeploymentRepo": "python-own",
        });
        assert_eq!(ann.create("python", joined).await.status, 200);
        let python = Python::of("python", &stage, &stage.ann);
        python.upload(&python.build(wheel("near", "1.0.0", ""))).succeeded();
        python.install("lib", &["far==1.0.0", "near"]).succeeded();
        // The name is ours, so that a higher version elsewhere is nothing.
        assert!(python.installed("lib", "near").contains("1.0.0"));
        let known = python.run("pip", &["index", "versions", "far", "--index-url", &python.index]);
        assert!(known.succeeded().contains("1.1.0, 1.0.0"));
        import_twice(&stage, ("of-server", "pypi"), &url, 3).await;
        drop(upstream);
        let later = Python::of("python", &stage, &stage.ann);
        later.install("lib", &["far==1.0.0", "near"]).succeeded();
        stage.server.stop();
    });
}

/// covers: [REMOTE-01, REPO-07]
#[test]
fn skopeo_pulls_images_of_a_registry_of_docker() {
    run(async {
        let program = Path::new("/usr/bin/docker-registry");
        if !can_run(program.exists(), "docker-registry is not installed") {
            return;
        }
        let folder = TempDir::new().expect("a folder");
        let settings = folder.path().join("settings.yml");
        let peer = Peer::start(|address| {
            let images = folder.path().join("images");
            let text = json!({
                "version": "0.1",
                "storage": {"filesystem": {"rootdirectory": images}},
                "http": {"addr": address.to_string()},
            });
            std::fs::write(&settings, text.to_string()).expect("a file");
            let mut command = Command::new(program);
            command.arg("serve").arg(&settings);
            command
        })
        .await;
        let stage = Stage::reaching(&[peer.address]).await;
        let url = format!("http://{}", peer.address);
        let remote = json!({"rclass": "remote", "packageType": "docker", "url": url});
        assert_eq!(stage.ann().create("docker-remote", remote).await.status, 200);
        let skopeo = Skopeo::of("docker-remote", &stage);
        skopeo.sign_in(&stage.ann).succeeded();
        skopeo.image("one", "one");
        let to = format!("docker://{}/acme/shop:1.0", peer.address);
        skopeo.run(&format!("copy --dest-tls-verify=false oci:one {to}")).succeeded();
        skopeo.pull("acme/shop:1.0", "pulled").succeeded();
        assert_eq!(skopeo.digest("pulled"), skopeo.digest("one"));
        import_twice(&stage, ("of-server", "docker"), &url, 1).await;
        let images = folder.path().join("images");
        import_twice(&stage, ("of-folder", "docker"), images.to_str().expect("a text"), 1).await;
        let missing = skopeo.pull("acme/none:1.0", "none").failed();
        assert!(
            missing.contains("manifest unknown") || missing.contains("There is no such"),
            "{missing}"
        );
        drop(peer);
        skopeo.pull("acme/shop:1.0", "again").succeeded();
        stage.server.stop();
    });
}

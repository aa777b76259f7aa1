//! Skopeo pushes, copies, lists, pulls and deletes images.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tar::{Builder, Header};
use waybill_platform::secret::hex;
use waybill_tests::run;

use super::{Home, Printed, Shown};
use crate::stage::Stage;

/// Skopeo with the token of a user.
pub(super) struct Skopeo {
    pub(super) home: Home,
    registry: String,
    repository: &'static str,
}

impl Skopeo {
    fn new(stage: &Stage) -> Self {
        Self::of("docker-local", stage)
    }

    /// Skopeo with another repository.
    pub(super) fn of(repository: &'static str, stage: &Stage) -> Self {
        let home = Home::new();
        home.write("policy.json", r#"{"default": [{"type": "insecureAcceptAnything"}]}"#);
        let authentication = home.path("auth.json").to_string_lossy().into_owned();
        let home = home.with("REGISTRY_AUTH_FILE", authentication);
        Self { home, registry: stage.server.address().to_string(), repository }
    }

    pub(super) fn run(&self, arguments: &str) -> Printed {
        let arguments = format!("--policy ../policy.json {arguments}");
        self.home.run("work", "skopeo", &arguments.split(' ').collect::<Vec<_>>())
    }

    pub(super) fn sign_in(&self, token: &str) -> Printed {
        self.run(&format!("login --tls-verify=false -u _ -p {token} {}", self.registry))
    }

    pub(super) fn address(&self, image: &str) -> String {
        format!("docker://{}/{}/{image}", self.registry, self.repository)
    }

    pub(super) fn push(&self, folder: &str, image: &str) -> Printed {
        self.run(&format!("copy --dest-tls-verify=false oci:{folder} {}", self.address(image)))
    }

    pub(super) fn pull(&self, image: &str, folder: &str) -> Printed {
        self.run(&format!("copy --src-tls-verify=false {} oci:{folder}", self.address(image)))
    }

    pub(super) fn blob(&self, folder: &str, content: &[u8], media: &str) -> Value {
        let digest = hex(&Sha256::digest(content));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let path = self.home.path(&format!("work/{folder}/blobs/sha256"));
        std::fs::create_dir_all(&path).expect("a folder");
        let mut file = std::fs::File::create(path.join(&digest)).expect("a file");
        file.write_all(content).unwrap_or_else(|_| panic!("{}", text(content)));
        json!({"mediaType": media, "digest": format!("sha256:{digest}"), "size": content.len()})
    }

    /// An image with one layer, in a folder.
    pub(super) fn image(&self, folder: &str, content: &str) {
        let mut layer = Builder::new(Vec::new());
        let mut header = Header::new_ustar();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        layer.append_data(&mut header, "hello.txt", content.as_bytes()).expect("a layer");
        let layer = layer.into_inner().expect("a layer");
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&layer).expect("a layer");
        let packed = packed.finish().expect("a layer");
        let config = json!({
            "architecture": "amd64",
            "os": "linux",
            "rootfs": {"type": "layers", "diff_ids": [format!("sha256:{}", hex(&Sha256::digest(&layer)))]},
        });
        let config = self.blob(
            folder,
            config.to_string().as_bytes(),
            "application/vnd.oci.image.config.v1+json",
        );
        let layer = self.blob(folder, &packed, "application/vnd.oci.image.layer.v1.tar+gzip");
        let media = "application/vnd.oci.image.manifest.v1+json";
        let manifest =
            json!({"schemaVersion": 2, "mediaType": media, "config": config, "layers": [layer]});
        let manifest = self.blob(folder, manifest.to_string().as_bytes(), media);
        let index = json!({"schemaVersion": 2, "manifests": [manifest]});
        self.home.write(&format!("work/{folder}/index.json"), &index.to_string());
        self.home.write(&format!("work/{folder}/oci-layout"), r#"{"imageLayoutVersion": "1.0.0"}"#);
    }

    /// The digest of the manifest in a folder.
    pub(super) fn digest(&self, folder: &str) -> String {
        let path = self.home.path(&format!("work/{folder}/index.json"));
        let index = std::fs::read(path).expect("an index");
        let index: Value = serde_json::from_slice(&index).expect("JSON");
        index["manifests"][0]["digest"].as_str().expect("a digest").to_owned()
    }
}

pub(super) async fn stage() -> Stage {
    Stage::with("docker-local", "docker").await
}

/// covers: [OCI-01]
#[test]
fn skopeo_pushes_copies_lists_pulls_and_deletes() {
    run(async {
        let stage = stage().await;
        let skopeo = Skopeo::new(&stage);
        skopeo.sign_in(&stage.ann).succeeded();
        for (folder, tag) in [("one", "1.0"), ("two", "1.1")] {
            skopeo.image(folder, tag);
            skopeo.push(folder, &format!("acme/shop:{tag}")).succeeded();
        }
        let shop = skopeo.address("acme/shop");
        let tags = skopeo.run(&format!("list-tags --tls-verify=false {shop}")).succeeded();
        let tags: Value = serde_json::from_str(&tags).expect("JSON");
        assert_eq!(tags["Tags"], json!(["1.0", "1.1"]));
        skopeo.pull("acme/shop:1.1", "back").succeeded();
        assert_eq!(skopeo.digest("back"), skopeo.digest("two"));
        let by_digest = format!("acme/shop@{}", skopeo.digest("one"));
        skopeo.pull(&by_digest, "one-back").succeeded();
        assert_eq!(skopeo.digest("one-back"), skopeo.digest("one"));
        // To another name: nothing is sent again.
        let copy = format!(
            "copy --src-tls-verify=false --dest-tls-verify=false {shop}:1.0 {}",
            skopeo.address("other:1.0")
        );
        skopeo.run(&copy).succeeded();
        skopeo.pull("other:1.0", "other").succeeded();
        assert_eq!(skopeo.digest("other"), skopeo.digest("one"));
        skopeo.run(&format!("delete --tls-verify=false {shop}:1.0")).succeeded();
        let missing = skopeo.pull("acme/shop:1.0", "gone").failed();
        assert!(missing.contains("no such manifest or tag"), "{missing}");
        skopeo.pull("acme/shop:1.1", "still").succeeded();
    });
}

/// covers: [OCI-03]
#[test]
fn skopeo_prints_why_an_image_is_not_pushed() {
    run(async {
        let stage = stage().await;
        let (ann, bob) = (Skopeo::new(&stage), Skopeo::new(&stage));
        ann.sign_in(&stage.ann).succeeded();
        ann.image("one", "1.0");
        ann.push("one", "acme/shop:1.0").succeeded();
        let wrong = stage.bob.replace(|digit: char| digit.is_ascii_digit(), "a");
        let refused = bob.sign_in(&wrong).failed();
        assert!(refused.contains("invalid username/password"), "{refused}");
        let refused = bob.pull("acme/shop:1.0", "back").failed();
        assert!(refused.contains("Send an access token"), "{refused}");
        bob.sign_in(&stage.bob).succeeded();
        let refused = bob.pull("acme/shop:1.0", "back").failed();
        assert!(refused.contains("your rights do not include it"), "{refused}");
        let grant = |actions: &[&str]| {
            json!({
                "actions": {"users": {"bob": actions}},
                "targets": {"docker-local": {"include_patterns": ["acme/**"]}},
            })
        };
        stage.grant(grant(&["READ"])).await;
        bob.pull("acme/shop:1.0", "back").succeeded();
        bob.image("two", "2.0");
        let refused = bob.push("two", "acme/shop:2.0").failed();
        assert!(refused.contains("WRITE"), "{refused}");
        stage.grant(grant(&["READ", "WRITE"])).await;
        let refused = bob.push("two", "acme/shop:1.0").failed();
        assert!(refused.contains("names another one"), "{refused}");
        bob.push("two", "acme/shop:2.0").succeeded();
        bob.pull("acme/shop:1.0", "unchanged").succeeded();
        assert_eq!(bob.digest("unchanged"), ann.digest("one"));
    });
}

/// covers: [OCI-01, REPO-04]
#[test]
fn the_shown_commands_of_skopeo_work_in_a_clean_home() {
    run(async {
        let stage = stage().await;
        let shown = Shown::of(&stage, "docker-local").await;
        let skopeo = Skopeo::new(&stage);
        skopeo.image("one", "1.0");
        for (purpose, folder) in [("sign_in", ""), ("publish", "one"), ("install", "back")] {
            let words = [("<FOLDER>", folder), ("<NAME>", "acme/shop"), ("<TAG>", "1.0")];
            let command = shown.command("skopeo", purpose, &words);
            // The machine's own policy may be missing.
            let command = command.replace("skopeo ", "skopeo --policy ../policy.json ");
            skopeo.home.run("work", "sh", &["-c", &command]).succeeded();
        }
        assert_eq!(skopeo.digest("back"), skopeo.digest("one"));
    });
}

/// covers: [REMOTE-01, REMOTE-03]
#[test]
fn skopeo_pulls_images_of_another_waybill_beside_those_that_are_pushed_here() {
    run(async {
        let upstream = stage().await;
        let everything = json!({"docker-local": {"include_patterns": ["**"]}});
        let everyone = json!({"users": {"anonymous": ["READ"]}});
        upstream.grant(json!({"actions": everyone, "targets": everything})).await;
        let publisher = Skopeo::new(&upstream);
        publisher.sign_in(&upstream.ann).succeeded();
        for (folder, tag) in
            [("one", "acme/far:1.0"), ("two", "acme/far:2.0"), ("two", "acme/near:9.0")]
        {
            publisher.image(folder, folder);
            publisher.push(folder, tag).succeeded();
        }
        let stage = Stage::reaching(&[upstream.server.address()]).await;
        let url = format!("http://{}/docker-local", upstream.server.address());
        let ann = stage.ann();
        let remote = json!({"rclass": "remote", "packageType": "docker", "url": url});
        assert_eq!(ann.create("docker-remote", remote).await.status, 200);
        assert_eq!(ann.create("docker-own", json!({"packageType": "docker"})).await.status, 200);
        let joined = json!({
            "rclass": "virtual",
            "packageType": "docker",
            "repositories": ["docker-own", "docker-remote"],
            "defaultDeploymentRepo": "docker-own",
        });
        assert_eq!(ann.create("docker", joined).await.status, 200);
        let skopeo = Skopeo::of("docker", &stage);
        skopeo.sign_in(&stage.ann).succeeded();
        skopeo.pull("acme/far:1.0", "far").succeeded();
        assert_eq!(skopeo.digest("far"), publisher.digest("one"));
        skopeo.image("mine", "mine");
        skopeo.push("mine", "acme/near:1.0").succeeded();
        let list = |image: &str| {
            let listed =
                skopeo.run(&format!("list-tags --tls-verify=false {}", skopeo.address(image)));
            let listed: Value = serde_json::from_str(&listed.succeeded()).expect("JSON");
            listed["Tags"].clone()
        };
        // The image is ours, so that other tags elsewhere are nothing.
        assert_eq!(list("acme/near"), json!(["1.0"]));
        assert_eq!(list("acme/far"), json!(["1.0", "2.0"]));
        upstream.server.stop();
        skopeo.pull("acme/far:1.0", "again").succeeded();
        assert_eq!(skopeo.digest("again"), publisher.digest("one"));
        stage.server.stop();
    });
}

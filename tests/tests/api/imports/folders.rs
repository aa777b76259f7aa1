//! Folders that registries of each package type leave behind.

use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use tar::{Builder, Header};
use waybill_tests::npm::tarball;

use crate::clients::python_packages::{sdist, wheel};
use crate::docker::{MANIFEST, manifest_of, sha256};
use crate::maven::pom;
use crate::{go, helm};

/// A tar archive of these files, compressed.
pub(crate) fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (path, content) in files {
        let mut header = Header::new_ustar();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, path, content.as_bytes()).expect("an archive");
    }
    archive.into_inner().and_then(GzEncoder::finish).expect("an archive")
}

/// Writes a file into a folder.
pub(super) fn write(folder: &Path, path: &str, content: impl AsRef<[u8]>) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, content).expect("a file");
}

/// The folder that a registry of a package type leaves behind, and what is to become an item of it.
pub(super) fn fill(package_type: &str, folder: &Path) -> &'static [&'static str] {
    match package_type {
        "generic" => {
            write(folder, "team/a b.txt", "a");
            write(folder, "team/deep/ü.bin", [0, 159, 146, 150]);
            write(folder, ".hidden/x", "x");
            &["team/a b.txt", "team/deep/ü.bin"]
        }
        "maven" => {
            write(folder, "org/acme/shop/1.0/shop-1.0.pom", pom("org.acme", "shop", "1.0", ""));
            write(folder, "org/acme/shop/1.0/shop-1.0.jar", "a jar");
            write(folder, "org/acme/shop/1.0/shop-1.0.jar.sha1", "another checksum");
            write(folder, "org/acme/shop/maven-metadata-central.xml", "<metadata/>");
            &["org/acme/shop/1.0/shop-1.0.jar", "org/acme/shop/1.0/shop-1.0.pom"]
        }
        "npm" => {
            // As verdaccio keeps packages.
            let versions = json!({
                "1.0.0": {"name": "@acme/far", "version": "1.0.0", "deprecated": "use 1.1.0", "description": "far"},
                "1.1.0": {"name": "@acme/far", "version": "1.1.0", "description": "far"},
            });
            let tags = json!({"latest": "1.1.0", "old": "1.0.0"});
            let document = json!({"name": "@acme/far", "versions": versions, "dist-tags": tags});
            write(folder, "@acme/far/package.json", document.to_string());
            for version in ["1.0.0", "1.1.0"] {
                let path = format!("@acme/far/far-{version}.tgz");
                write(folder, &path, tarball("@acme/far", version));
            }
            write(folder, "near-2.0.0.tgz", tarball("near", "2.0.0"));
            &["@acme/far 1.0.0", "@acme/far 1.1.0", "near 2.0.0"]
        }
        "pypi" => {
            for (name, bytes) in [wheel("far", "1.0.0", ""), sdist("far", "1.1.0")] {
                write(folder, &name, bytes);
            }
            &["far-1.0.0-py3-none-any.whl", "far-1.1.0.tar.gz"]
        }
        "cargo" => {
            for version in ["1.0.0", "1.1.0"] {
                let manifest = format!(
                    "[package]\nname = \"far\"\nversion = \"{version}\"\ndescription = \"far\"\n\
                     [dependencies.near]\nversion = \"2\"\n"
                );
                let path = format!("far-{version}/Cargo.toml");
                let file = archive(&[(&path, &manifest)]);
                write(folder, &format!("crates/far/far-{version}.crate"), file);
            }
            &["far 1.0.0", "far 1.1.0"]
        }
        "docker" => {
            write(folder, "oci-layout", r#"{"imageLayoutVersion": "1.0.0"}"#);
            let manifest = manifest_of(b"a layer").to_string();
            let digest = sha256(manifest.as_bytes());
            for content in [&b"a layer"[..], b"{}", manifest.as_bytes()] {
                let path = format!("blobs/{}", sha256(content).replace(':', "/"));
                write(folder, &path, content);
            }
            let named = json!({"org.opencontainers.image.ref.name": "acme/shop:1.0"});
            let listed = json!({"mediaType": MANIFEST, "digest": digest, "size": manifest.len(), "annotations": named});
            let index = json!({"schemaVersion": 2, "manifests": [listed]});
            write(folder, "index.json", index.to_string());
            &["acme/shop:1.0"]
        }
        "helm" => {
            write(folder, "stable/shop-1.0.0.tgz", helm::chart("shop", "1.0.0"));
            &["shop-1.0.0.tgz"]
        }
        "go" => {
            let module = "example.org/Shop";
            let path = "cache/download/example.org/!shop/@v/v1.0.0.zip";
            write(folder, path, go::file_of(module, "v1.0.0"));
            write(folder, "cache/download/example.org/!shop/@v/v1.0.0.ziphash", "h1:");
            &["example.org/!shop/@v/v1.0.0.zip"]
        }
        other => panic!("{other}"),
    }
}

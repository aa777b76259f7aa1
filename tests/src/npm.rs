//! Packages of npm: the file of a version, and the document with which clients publish it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sha1::Digest as _;
use tar::{Builder, Header};
use waybill_platform::secret::hex;

/// The file of a version.
pub fn tarball(name: &str, version: &str) -> Vec<u8> {
    tarball_with(name, version, &[])
}

/// The file of a version with some more data.
///
/// # Panics
/// If there is no memory for it.
pub fn tarball_with(name: &str, version: &str, data: &[u8]) -> Vec<u8> {
    let manifest = json!({"name": name, "version": version}).to_string();
    let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::none()));
    for (path, content) in [("package/data", data), ("package/package.json", manifest.as_bytes())] {
        let mut header = Header::new_ustar();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, path, content).expect("an archive");
    }
    archive.into_inner().and_then(GzEncoder::finish).expect("an archive")
}

/// What npm sends to publish a version.
pub fn document(name: &str, version: &str, file: &[u8]) -> Value {
    let sums = Sums {
        sha512: sha2::Sha512::digest(file).to_vec(),
        sha1: sha1::Sha1::digest(file).to_vec(),
        bytes: file.len() as u64,
    };
    document_of(name, version, &sums, &STANDARD.encode(file))
}

/// What the document says of the file.
pub struct Sums {
    /// Its SHA-512.
    pub sha512: Vec<u8>,
    /// Its SHA-1.
    pub sha1: Vec<u8>,
    /// Its size in bytes.
    pub bytes: u64,
}

/// The same with these letters of Base64 in the place of the file.
pub fn document_of(name: &str, version: &str, sums: &Sums, base64: &str) -> Value {
    let integrity = format!("sha512-{}", STANDARD.encode(&sums.sha512));
    json!({
        "_id": name,
        "name": name,
        "dist-tags": {"latest": version},
        "versions": {version: {
            "name": name,
            "version": version,
            "description": "A package",
            "dist": {
                "integrity": integrity,
                "shasum": hex(&sums.sha1),
                "tarball": "http://other.example/x.tgz",
            },
        }},
        "_attachments": {format!("{name}-{version}.tgz"): {
            "content_type": "application/octet-stream",
            "data": base64,
            "length": sums.bytes,
        }},
    })
}

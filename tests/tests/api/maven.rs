//! What Maven hides: paths, poms and checksums that it would not send, and the documents that it reads.

mod metadata;
mod refused;
mod releases;
mod rights;
mod snapshots;
mod types;

use waybill_platform::secret::sha256_hex;
use waybill_tests::Answer;

use crate::stage::{Client, Stage};

/// The address of the repository.
const MAVEN: &str = "/artifactory/maven-local";

async fn stage() -> Stage {
    Stage::with("maven-local", "maven").await
}

/// The pom of a version, with further elements.
pub(crate) fn pom(group: &str, artifact: &str, version: &str, more: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n\
         <modelVersion>4.0.0</modelVersion><groupId>{group}</groupId><artifactId>{artifact}</artifactId>\
         <version>{version}</version>{more}</project>\n"
    )
}

/// The path of a file of the artifact `com.acme:shop`.
fn shop(version: &str, rest: &str) -> String {
    format!("{MAVEN}/com/acme/shop/{version}/shop-{version}{rest}")
}

/// The pom of a version of the artifact `com.acme:shop`.
fn pom_of_shop(version: &str) -> String {
    pom("com.acme", "shop", version, "")
}

/// Stores the pom of a version of the artifact `com.acme:shop`.
async fn release(client: &Client<'_>, version: &str) {
    let answer = client.put(&shop(version, ".pom"), pom_of_shop(version)).await;
    assert_eq!(answer.status, 201, "{version}: {}", text(&answer));
}

pub(crate) fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.body).into_owned()
}

/// The texts of the elements with a name, in order.
pub(crate) fn elements(document: &str, name: &str) -> Vec<String> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    // What is before the first one is no value.
    let parts = document.split(&open).skip(1);
    parts.map(|part| part.split(&close).next().expect("an end").to_owned()).collect()
}

/// The document in a folder, and that its checksums are those of what was sent.
async fn metadata_in(client: &Client<'_>, folder: &str) -> String {
    let path = format!("{MAVEN}/{folder}/maven-metadata.xml");
    let document = client.get(&path).await;
    assert_eq!(document.status, 200, "{path}: {}", text(&document));
    let digest = sha256_hex(&document.body);
    assert_eq!(text(&client.get(&format!("{path}.sha256")).await), digest);
    assert_eq!(document.header("x-checksum-sha256"), Some(digest.as_str()));
    assert_eq!(document.header("etag"), Some(format!("\"{digest}\"").as_str()));
    let sha1 = text(&client.get(&format!("{path}.sha1")).await);
    assert_eq!(document.header("x-checksum-sha1"), Some(sha1.as_str()));
    text(&document)
}

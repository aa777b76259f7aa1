//! Remote and virtual repositories: files of other servers, and repositories that are joined.

mod addresses;
mod attacks;
mod cargo;
mod commands;
mod docker;
mod fills;
mod generic;
mod go;
mod helm;
mod joined;
mod judged;
mod maven;
mod npm;
mod pypi;
pub(crate) mod upstream;

use serde_json::{Value, json};

use crate::stage::Stage;
use upstream::Upstream;

/// A server whose remote repository `mirror` has its files from an upstream.
async fn mirrored(package_type: &str, more: Value) -> (Stage, Upstream) {
    let upstream = Upstream::start().await;
    let stage = Stage::reaching(&[upstream.address]).await;
    create_remote(&stage, "mirror", package_type, &upstream, more).await;
    (stage, upstream)
}

/// Creates a remote repository.
async fn create_remote(
    stage: &Stage,
    key: &str,
    package_type: &str,
    upstream: &Upstream,
    more: Value,
) {
    let mut settings =
        json!({"rclass": "remote", "packageType": package_type, "url": upstream.url()});
    settings.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
    let created = stage.ann().create(key, settings).await;
    assert_eq!(created.status, 200, "{:?}", String::from_utf8_lossy(&created.body));
}

/// Creates a virtual repository, the first of whose members takes uploads.
async fn create_joined(
    stage: &Stage,
    key: &str,
    package_type: &str,
    members: &[&str],
    more: Value,
) {
    let mut settings = json!({
        "rclass": "virtual",
        "packageType": package_type,
        "repositories": members,
        "defaultDeploymentRepo": members[0],
    });
    settings.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
    assert_eq!(stage.ann().create(key, settings).await.status, 200);
}

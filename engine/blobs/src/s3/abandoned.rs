//! Uploads in parts that a killed process has left.

use std::time::SystemTime;

use object_store::aws::AwsAuthorizer;
use object_store::client::{HttpRequest, HttpRequestBody, HttpService as _};
use serde::Deserialize;
use waybill_outbound::{Method, Target};

use super::{Bucket, errors};
use crate::backend::{BlobError, Spared};

/// Pages of uploads that are listed at most, so that a store that always answers the same comes to an end.
const PAGES_MAX: usize = 1_000;

/// What a store answers to `GET ?uploads`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Listed {
    #[serde(default)]
    is_truncated: bool,
    next_key_marker: Option<String>,
    next_upload_id_marker: Option<String>,
    #[serde(default, rename = "Upload")]
    uploads: Vec<Begun>,
}

/// An upload that has begun.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Begun {
    key: String,
    upload_id: String,
    initiated: String,
}

impl Bucket {
    /// Aborts uploads below the prefix that began before a time, unless one is spared; how many.
    pub(super) async fn abort_begun_before(
        &self,
        time: SystemTime,
        is_spared: Spared<'_>,
    ) -> Result<u64, BlobError> {
        let mut aborted = 0;
        let mut after: Option<(String, String)> = None;
        for _ in 0..PAGES_MAX {
            let listed = self.begun(after.as_ref()).await?;
            for upload in &listed.uploads {
                let is_ours = self.blob_of(&upload.key).is_some_and(|blob| !is_spared(blob));
                if is_ours && began(&upload.initiated).is_some_and(|began| began < time) {
                    self.abort(upload).await?;
                    aborted += 1;
                }
            }
            let next = listed.next_key_marker.zip(listed.next_upload_id_marker);
            if !listed.is_truncated || next.is_none() || next == after {
                break;
            }
            after = next;
        }
        Ok(aborted)
    }

    async fn begun(&self, after: Option<&(String, String)>) -> Result<Listed, BlobError> {
        let prefix = self.settings.key(super::FOLDER);
        let mut parameters = vec![("uploads", ""), ("prefix", prefix.as_str())];
        if let Some((key, upload)) = after {
            parameters.extend([("key-marker", key.as_str()), ("upload-id-marker", upload)]);
        }
        let answer = self.ask(Method::GET, self.address.below(&[], &parameters)).await?;
        quick_xml::de::from_str(&answer).map_err(|error| {
            tracing::debug!(%error, "a list of uploads cannot be read");
            BlobError::Unreachable("it lists uploads in a form that is not known".to_owned())
        })
    }

    async fn abort(&self, Begun { key, upload_id, .. }: &Begun) -> Result<(), BlobError> {
        let segments: Vec<&str> = key.split('/').collect();
        let target = self.address.below(&segments, &[("uploadId", upload_id)]);
        self.ask(Method::DELETE, target).await.map(drop)
    }

    /// Sends a request that `object_store` has no function for.
    async fn ask(&self, method: Method, target: Target) -> Result<String, BlobError> {
        let mut request = HttpRequest::new(HttpRequestBody::empty());
        *request.method_mut() = method;
        let uri = target.to_string().parse();
        *request.uri_mut() = uri.map_err(|_| BlobError::Defect("an address is none"))?;
        AwsAuthorizer::new(&self.credential, "s3", &self.settings.region)
            .try_authorize(&mut request, None)
            .map_err(errors::of)?;
        let answer = self.client.call(request).await.map_err(|error| errors::of_http(&error))?;
        let status = answer.status();
        let body = answer.into_body().bytes().await.map_err(|error| errors::of_http(&error))?;
        let body = String::from_utf8_lossy(&body).into_owned();
        // An upload that ended meanwhile is gone.
        let is_done = status.is_success() || status.as_u16() == 404;
        if is_done { Ok(body) } else { Err(errors::of_answer(status.as_u16(), &body)) }
    }
}

/// The time at which an upload began, which stores write as `2026-11-26T08:00:00.000Z`.
fn began(text: &str) -> Option<SystemTime> {
    humantime::parse_rfc3339(text).ok()
}

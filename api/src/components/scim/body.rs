//! The body of a request: a document of JSON, of whichever of its two media types.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde_json::Value;

use super::{MEDIA, SCIM_BODY_BYTES_MAX};
use crate::caller::text;
use crate::error::{ApiError, ScimFault};
use crate::extract::{BODY_WITHIN, announces_more, read_json};
use crate::signature::Argument;
use crate::state::AppState;

use super::patch::member;

/// A document that a client sends.
#[derive(Debug)]
pub struct ScimBody(pub Value);

impl Argument for ScimBody {}

impl FromRequest<AppState> for ScimBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let kind = text(request.headers(), header::CONTENT_TYPE).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if kind != MEDIA && kind != "application/json" {
            return Err(ApiError::unsupported(format!("Send the body as {MEDIA}.")));
        }
        let too_large = || {
            let kib = SCIM_BODY_BYTES_MAX / 1_024;
            ApiError::too_large(format!("A body may have at most {kib} KiB."))
        };
        if announces_more(&request, SCIM_BODY_BYTES_MAX) {
            return Err(too_large());
        }
        let read = tokio::time::timeout(BODY_WITHIN, Bytes::from_request(request, state)).await;
        let bytes = read.map_err(|_| ApiError::too_slow())?.map_err(|_| too_large())?;
        read_json(&bytes).map(Self)
    }
}

impl ScimBody {
    /// The document, which has to be an object of a schema. Some clients leave the schema out.
    ///
    /// # Errors
    ///
    /// 400, `invalidSyntax`.
    pub fn of_schema(self, schema: &str) -> Result<Value, ApiError> {
        let is_schema =
            |named: &Value| named.as_str().is_some_and(|named| named.eq_ignore_ascii_case(schema));
        let is_named = match member(&self.0, "schemas") {
            None => self.0.is_object(),
            Some(Value::Array(named)) => named.is_empty() || named.iter().any(is_schema),
            Some(_) => false,
        };
        if is_named {
            return Ok(self.0);
        }
        let message = format!("The body is no object of the schema {schema}.");
        Err(ApiError::scim(ScimFault::InvalidSyntax, message))
    }
}

//! The form of error responses: each kind of package client shows the sentence of another field.

use axum::Json;
use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::routes;

/// The form in which a route reports errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorForm {
    /// Problem details of RFC 9457.
    Problem,
    /// As clients of npm and programs that publish charts show them: the sentence is the field `error`.
    ErrorField,
    /// As Cargo shows them: the sentence is the field `detail` of a list.
    Cargo,
    /// As go shows them: text that begins with the reason of the status.
    Text,
}

/// What an error response is about, for writing it in another form.
#[derive(Debug, Clone)]
pub(super) struct ErrorTexts {
    pub(super) code: String,
    pub(super) message: String,
    pub(super) trace: String,
}

/// Middleware: writes errors in the form of the route.
pub async fn in_form_of_route(request: Request, next: Next) -> Response {
    // Also of a path that takes other methods.
    let route = routes::matched(&request).next();
    let form = route.map_or(ErrorForm::Problem, |route| route.errors);
    let response = next.run(request).await;
    let Some(texts) = response.extensions().get::<ErrorTexts>().cloned() else { return response };
    let ErrorTexts { code, message, trace } = texts;
    let body = match form {
        ErrorForm::Problem => return response,
        ErrorForm::Text => {
            let reason = response.status().canonical_reason().unwrap_or_default().to_lowercase();
            return with_body(response, format!("{reason}: {message}\n"));
        }
        ErrorForm::ErrorField => json!({"error": message, "code": code, "trace": trace}),
        ErrorForm::Cargo => {
            json!({"errors": [{"detail": message, "code": code}], "code": code, "trace": trace})
        }
    };
    with_body(response, Json(body))
}

/// A response with another body.
fn with_body(response: Response, body: impl IntoResponse) -> Response {
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::CONTENT_TYPE);
    let mut response = (parts.status, body).into_response();
    response.headers_mut().extend(parts.headers);
    *response.extensions_mut() = parts.extensions;
    response
}

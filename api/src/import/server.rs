//! Requests to a registry: the one that is read, or the one that is written to.

use std::fs::File;
use std::io::Write as _;
use std::sync::Mutex;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;
use waybill_outbound::header::{ACCEPT, HeaderValue};
use waybill_outbound::{
    Authorization, Method, Outbound, Request, Response, ResponseStream, Target, TokenChallenge,
    issued_token,
};

use super::{Content, ImportError};

/// The largest list or document that is read, in bytes.
const LIST_BYTES_MAX: usize = 512 * 1_024 * 1_024;
/// The largest file that is copied, in bytes.
const FILE_BYTES_MAX: usize = 256 * 1_024 * 1_024 * 1_024;
/// The longest sentence of a refusal, in bytes.
const SENTENCE_BYTES_MAX: usize = 500;
/// How long a server may be silent.
const IDLE: Duration = Duration::from_secs(120);
/// How long a file may take.
const TOTAL: Duration = Duration::from_hours(12);
/// How many redirects are followed.
const REDIRECTS_MAX: usize = 5;

/// As whom a server is asked.
#[derive(Debug, Clone)]
pub(crate) enum Login {
    /// As a visitor.
    Visitor,
    /// With these credentials.
    With(Authorization),
}

/// A registry.
pub(crate) struct Server {
    outbound: Outbound,
    /// Its address, or that of a repository in it.
    pub(crate) base: Target,
    login: Login,
    /// The token that it issued last, if it issues some.
    token: Mutex<Option<Authorization>>,
}

impl Server {
    /// A registry at an address.
    pub(crate) const fn new(outbound: Outbound, base: Target, login: Login) -> Self {
        Self { outbound, base, login, token: Mutex::new(None) }
    }

    /// The address with these segments behind that of the registry.
    pub(crate) fn at(&self, segments: &[&str]) -> Target {
        self.base.below(segments, &[])
    }

    /// The address of a path behind that of the registry.
    pub(crate) fn at_path(&self, path: &str) -> Target {
        self.at(&path.split('/').collect::<Vec<_>>())
    }

    /// The response to a request, with credentials and, where one is wanted, a token.
    pub(crate) async fn open(
        &self,
        request: impl Fn() -> Request,
    ) -> Result<ResponseStream, ImportError> {
        let mut first = request();
        let address = first.target().clone();
        let failed = |error| ImportError::outbound(&address, &self.base, error);
        let is_own = first.target().has_origin_of(&self.base);
        let kept = self.token.lock().ok().and_then(|token| token.clone());
        if let Some(authorization) = kept.or_else(|| self.credentials()).filter(|_| is_own) {
            first = first.authorised_by(authorization);
        }
        let response = self.outbound.open(first).await.map_err(failed)?;
        let challenge =
            TokenChallenge::of(&response).filter(|_| response.address.has_origin_of(&self.base));
        let Some(challenge) = challenge else { return Ok(response) };
        let Some((mut asking, takes_credentials)) = challenge.request(&self.base) else {
            return Ok(response);
        };
        if let Some(credentials) = self.credentials().filter(|_| takes_credentials) {
            asking = asking.authorised_by(credentials);
        }
        let answer = self.outbound.send(asking).await.map_err(failed)?;
        let issued = issued_token(&answer.body).filter(|_| answer.status == 200);
        let token = issued.and_then(|(token, _)| Authorization::bearer(&token).ok());
        let Some(token) = token else { return Ok(response) };
        if let Ok(mut kept) = self.token.lock() {
            *kept = Some(token.clone());
        }
        self.outbound.open(request().authorised_by(token)).await.map_err(failed)
    }

    fn credentials(&self) -> Option<Authorization> {
        match &self.login {
            Login::Visitor => None,
            Login::With(authorization) => Some(authorization.clone()),
        }
    }

    /// Sends a request and reads the response. None if there is no such thing.
    ///
    /// # Errors
    ///
    /// Also if the server refuses.
    pub(crate) async fn send(
        &self,
        request: impl Fn() -> Request,
    ) -> Result<Option<Response>, ImportError> {
        let failed = |error| ImportError::outbound(&self.base, &self.base, error);
        let mut stream = self.open(|| request().with_body_limit(LIST_BYTES_MAX)).await?;
        let mut body = Vec::new();
        while let Some(portion) = stream.next().await.map_err(failed)? {
            body.extend_from_slice(&portion);
        }
        match stream.status {
            200..=299 => {
                let ResponseStream { status, headers, .. } = stream;
                Ok(Some(Response { status, headers, body: body.into() }))
            }
            404 | 410 => Ok(None),
            status => Err(self.refused(status, &body)),
        }
    }

    /// Sends a request that changes something, and reads the response.
    pub(crate) async fn change(
        &self,
        request: impl Fn() -> Request,
    ) -> Result<Response, ImportError> {
        let sent = self.send(|| request().within(TOTAL)).await?;
        sent.ok_or_else(|| self.refused(404, b"there is no such repository, or you may not see it"))
    }

    /// A list or document. None if there is none.
    pub(crate) async fn document(
        &self,
        address: &Target,
        accept: &'static str,
    ) -> Result<Option<Response>, ImportError> {
        self.send(|| {
            Request::get(address.clone())
                .with_header(ACCEPT, HeaderValue::from_static(accept))
                .streamed(IDLE, TOTAL)
                .following(REDIRECTS_MAX)
        })
        .await
    }

    /// A document in JSON. None if there is none.
    pub(crate) async fn json<T: DeserializeOwned>(
        &self,
        address: &Target,
    ) -> Result<Option<T>, ImportError> {
        let Some(answer) = self.document(address, "application/json").await? else {
            return Ok(None);
        };
        let read = serde_json::from_slice(&answer.body).map_err(|error| {
            ImportError::Invalid(format!("{address} is not what was expected: {error}"))
        });
        read.map(Some)
    }

    /// Whether there is something at an address, and with which headers.
    pub(crate) async fn head(&self, address: &Target) -> Result<Option<Response>, ImportError> {
        self.send(|| Request::new(Method::HEAD, address.clone())).await
    }

    /// A file, as a copy on this machine.
    pub(crate) async fn fetch(&self, address: &Target) -> Result<Content, ImportError> {
        let failed = |error| ImportError::outbound(address, &self.base, error);
        let mut stream = self
            .open(|| {
                Request::get(address.clone())
                    .streamed(IDLE, TOTAL)
                    .following(REDIRECTS_MAX)
                    .with_body_limit(FILE_BYTES_MAX)
            })
            .await?;
        match stream.status {
            200 => {}
            404 | 410 => return Err(ImportError::NotThere(address.to_string())),
            status => {
                let body = stream.next().await.map_err(failed)?.unwrap_or_default();
                return Err(self.refused(status, &body));
            }
        }
        let temporary = |error| ImportError::file(&std::env::temp_dir(), error);
        let mut copy: File = tempfile::tempfile().map_err(temporary)?;
        while let Some(portion) = stream.next().await.map_err(failed)? {
            copy.write_all(&portion).map_err(temporary)?;
        }
        Content::of(copy).map_err(temporary)
    }

    fn refused(&self, status: u16, body: &[u8]) -> ImportError {
        ImportError::Refused { server: self.base.origin(), status, sentence: sentence_in(body) }
    }
}

/// What an error says: each package type has its own form, and each of them a text under one of these keys.
fn sentence_in(body: &[u8]) -> String {
    fn found(value: &Value) -> Option<&str> {
        match value {
            Value::String(text) => Some(text),
            Value::Array(values) => values.iter().find_map(found),
            Value::Object(fields) => ["message", "detail", "errors", "error", "reason"]
                .into_iter()
                .find_map(|key| found(fields.get(key)?)),
            _ => None,
        }
    }
    let json: Option<Value> = serde_json::from_slice(body).ok();
    let text = String::from_utf8_lossy(body);
    let is_page = text.trim_start().starts_with('<');
    let text = match json.as_ref().and_then(found) {
        Some(text) => text,
        None if is_page || text.trim().is_empty() => "it says no more",
        None => text.trim(),
    };
    let mut text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    let mut end = text.len().min(SENTENCE_BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text
}

#[cfg(test)]
mod tests {
    use super::sentence_in;

    #[test]
    fn refusals_of_every_package_type_have_a_sentence() {
        for (body, sentence) in [
            (r#"{"error": "npm says"}"#, "npm says"),
            (r#"{"errors": [{"detail": "cargo says"}]}"#, "cargo says"),
            (r#"{"errors": [{"code": "DENIED", "message": "docker says"}]}"#, "docker says"),
            (r#"{"errors": [{"status": 403, "message": "we say"}]}"#, "we say"),
            ("pypi says\n", "pypi says"),
            ("<html>a page</html>", "it says no more"),
            ("", "it says no more"),
        ] {
            assert_eq!(sentence_in(body.as_bytes()), sentence, "{body}");
        }
        assert_eq!(sentence_in("ä".repeat(400).as_bytes()).len(), 500);
    }
}

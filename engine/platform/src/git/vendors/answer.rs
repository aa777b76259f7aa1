//! A request to an API, and the answer to it.

use bytes::Bytes;
use serde::de::DeserializeOwned;

use crate::git::GitError;
use crate::git::error::NOT_ITS_API;

/// The status for what does not exist, and for what a repository without commits cannot answer.
pub(in crate::git) const NOT_FOUND: u16 = 404;
pub(super) const CONFLICT: u16 = 409;
/// The largest answer that is a list or an object.
const BYTES_MAX: usize = 8 * 1_024 * 1_024;

/// Where a request goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::git) enum Place {
    /// Below the API's address.
    Below {
        /// The segments of the path.
        segments: Vec<String>,
        /// The parameters.
        parameters: Vec<(&'static str, String)>,
    },
    /// An address that an answer has named. It is only followed below the API's address.
    Linked(String),
}

/// A request that reads something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::git) struct ApiRequest {
    pub(in crate::git) place: Place,
    /// The type of the answer.
    pub(in crate::git) accept: &'static str,
    /// The largest answer.
    pub(in crate::git) bytes_max: usize,
}

impl ApiRequest {
    /// A request for JSON.
    pub(super) fn get<'a>(segments: impl IntoIterator<Item = &'a str>) -> Self {
        let segments = segments.into_iter().map(str::to_owned).collect();
        let place = Place::Below { segments, parameters: Vec::new() };
        Self { place, accept: "application/json", bytes_max: BYTES_MAX }
    }

    /// The same with a parameter.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        if let Place::Below { parameters, .. } = &mut self.place {
            parameters.push((name, value.into()));
        }
        self
    }

    /// The same for an answer of another type.
    pub(super) const fn accepting(mut self, accept: &'static str) -> Self {
        self.accept = accept;
        self
    }

    /// The same with another bound for the answer.
    pub(in crate::git) const fn up_to(mut self, bytes_max: usize) -> Self {
        self.bytes_max = bytes_max;
        self
    }

    /// The same with another value of a parameter.
    pub(super) fn replacing(mut self, name: &'static str, value: impl Into<String>) -> Self {
        if let Place::Below { parameters, .. } = &mut self.place {
            parameters.retain(|(known, _)| *known != name);
        }
        self.with(name, value)
    }

    /// The same at an address that an answer has named.
    pub(super) fn linked(&self, address: String) -> Self {
        Self { place: Place::Linked(address), ..self.clone() }
    }

    /// A parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let Place::Below { parameters, .. } = &self.place else { return None };
        let found = parameters.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// A segment of the path.
    pub(super) fn segment(&self, at: usize) -> Option<&str> {
        let Place::Below { segments, .. } = &self.place else { return None };
        segments.get(at).map(String::as_str)
    }
}

/// An answer whose status is a success, [`NOT_FOUND`] or [`CONFLICT`].
#[derive(Debug, Clone)]
pub(in crate::git) struct Received {
    /// The request.
    pub(in crate::git) asked: ApiRequest,
    /// The status.
    pub(in crate::git) status: u16,
    /// Whether the headers name a next page.
    pub(in crate::git) has_next: bool,
    /// The user whom the headers name.
    pub(in crate::git) user: Option<String>,
    /// The body.
    pub(in crate::git) body: Bytes,
}

impl Received {
    /// The JSON of the body; the error if the vendor does not have what was asked for.
    pub(super) fn json<T: DeserializeOwned>(&self, missing: GitError) -> Result<T, GitError> {
        if self.status == NOT_FOUND {
            return Err(missing);
        }
        // The parser's message may repeat what was received.
        serde_json::from_slice(&self.body).map_err(|_| GitError::Answer(NOT_ITS_API))
    }

    /// The number of the next page, for lists with numbered ones.
    pub(super) fn next_page(&self) -> Option<u32> {
        let page: u32 = self.asked.parameter("page")?.parse().ok()?;
        (self.has_next && page < super::PAGES_MAX).then(|| page + 1)
    }

    /// An answer as a server would give it.
    #[cfg(test)]
    pub(super) fn sample(asked: ApiRequest, body: &'static str) -> Self {
        let body = Bytes::from_static(body.as_bytes());
        Self { asked, status: 200, has_next: false, user: None, body }
    }
}

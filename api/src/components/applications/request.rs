//! The requests by which applications send users here (OAuth 2.1, `OpenID` Connect): parsed once, and never answered at
//! an address that is not registered.

use std::collections::{BTreeMap, BTreeSet};

use url::form_urlencoded;
use waybill_machines::rules::applications::{ApplicationScope, is_callback_of, scopes_in};
use waybill_platform::applications::{StoredApplication, is_challenge};

/// The longest request, in bytes.
const REQUEST_BYTES_MAX: usize = 8_192;
/// The longest `state` and `nonce`, in bytes.
const ECHO_BYTES_MAX: usize = 2_048;

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AuthorizationRequest {
    /// Where the user is sent back to.
    pub callback: String,
    /// What is wanted.
    pub scopes: BTreeSet<ApplicationScope>,
    /// What the application gets back.
    pub state: Option<String>,
    /// The challenge of its verifier.
    pub challenge: String,
    /// What the ID token repeats.
    pub nonce: Option<String>,
}

/// Why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RequestProblem {
    /// The user must not be sent anywhere: it is not known where to.
    Here(&'static str),
    /// The application gets it at its callback.
    There {
        /// The callback.
        callback: String,
        /// The code of the error.
        error: &'static str,
        /// A sentence for its developers.
        description: &'static str,
        /// What the application gets back.
        state: Option<String>,
    },
}

/// The client id of a request, which is needed to know the application.
pub(super) fn client_of(url: &str) -> Option<String> {
    parameters(url).ok()?.remove("client_id")
}

/// Checks a request of an application.
///
/// # Errors
///
/// [`RequestProblem`].
pub(super) fn request_of(
    url: &str,
    application: &StoredApplication,
) -> Result<AuthorizationRequest, RequestProblem> {
    let mut parameters = parameters(url).map_err(RequestProblem::Here)?;
    let mut take = |name: &str| parameters.remove(name).filter(|value| !value.is_empty());
    if take("client_id").as_deref() != Some(&application.client) {
        return Err(RequestProblem::Here("The request names another application."));
    }
    let registered = &application.settings.callback_url;
    let callback = take("redirect_uri").filter(|wanted| is_callback_of(registered, wanted)).ok_or(
        RequestProblem::Here(
            "The application wants you sent back to an address that is not registered.",
        ),
    )?;
    let state = take("state");
    let refused = |error, description| RequestProblem::There {
        callback: callback.clone(),
        error,
        description,
        state: state.clone(),
    };
    if take("response_type").as_deref() != Some("code") {
        return Err(refused("unsupported_response_type", "response_type has to be code"));
    }
    if take("response_mode").is_some_and(|mode| mode != "query") {
        return Err(refused("invalid_request", "response_mode has to be query"));
    }
    if take("request").is_some() || take("request_uri").is_some() {
        return Err(refused("request_not_supported", "send the parameters in the query"));
    }
    let challenge = take("code_challenge").filter(|challenge| is_challenge(challenge));
    let is_s256 = take("code_challenge_method").as_deref() == Some("S256");
    let Some(challenge) = challenge.filter(|_| is_s256) else {
        return Err(refused("invalid_request", "code_challenge by S256 is missing"));
    };
    let nonce = take("nonce");
    let is_long =
        |text: &Option<String>| text.as_ref().is_some_and(|text| text.len() > ECHO_BYTES_MAX);
    if is_long(&state) || is_long(&nonce) {
        return Err(refused("invalid_request", "state and nonce have at most 2,048 bytes"));
    }
    let Some(scopes) = take("scope").and_then(|scope| scopes_in(&scope)) else {
        return Err(refused("invalid_scope", "a scope is missing or unknown"));
    };
    Ok(AuthorizationRequest { callback, scopes, state, challenge, nonce })
}

/// The parameters of a request. One that is there twice is refused: parsers disagree about which of them counts.
fn parameters(url: &str) -> Result<BTreeMap<String, String>, &'static str> {
    if url.len() > REQUEST_BYTES_MAX {
        return Err("The request of the application is too long.");
    }
    let query = url.split_once('?').map_or(url, |(_, query)| query);
    let mut all = BTreeMap::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if all.insert(name.into_owned(), value.into_owned()).is_some() {
            return Err("The request of the application has a parameter twice.");
        }
    }
    Ok(all)
}

/// The callback with further parameters.
pub(super) fn redirect(callback: &str, parameters: &[(&str, Option<&str>)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in parameters {
        if let Some(value) = value {
            query.append_pair(name, value);
        }
    }
    let between = if callback.contains('?') { '&' } else { '?' };
    format!("{callback}{between}{}", query.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    #[test]
    fn parameters_of_a_callback_stay() {
        let with = |callback| redirect(callback, &[("code", Some("a b")), ("state", None)]);
        assert_eq!(with("https://app.example.org/in"), "https://app.example.org/in?code=a+b");
        assert_eq!(
            with("https://app.example.org/in?a=b"),
            "https://app.example.org/in?a=b&code=a+b"
        );
    }

    #[test]
    fn a_parameter_is_there_once() {
        assert!(parameters("client_id=a&client_id=a").is_err());
        assert!(parameters("client_id=a&client%5Fid=b").is_err());
        let known = parameters(&format!("/authorize?client_id=a&code_challenge={CHALLENGE}"));
        assert_eq!(known.map(|all| all.len()), Ok(2));
    }
}

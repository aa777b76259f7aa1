//! The requests by which applications send users here (OAuth 2.1, `OpenID` Connect): parsed once, and never answered at
//! an address that is not registered.

use std::collections::{BTreeMap, BTreeSet};

use url::form_urlencoded;
use waybill_machines::Timestamp;
use waybill_machines::rules::applications::{ApplicationScope, is_callback_of, scopes_in};
use waybill_platform::applications::{StoredApplication, is_challenge};

/// The longest request, in bytes.
const REQUEST_BYTES_MAX: usize = 8_192;
/// The longest `state` and `nonce`, in bytes.
const ECHO_BYTES_MAX: usize = 2_048;

/// The values of `prompt` that are supported.
pub(super) const PROMPTS: [&str; 3] = ["none", "login", "consent"];

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
    /// Whether the user must see no page (`prompt=none`).
    pub is_silent: bool,
    /// Whether the user proves again who it is (`prompt=login`).
    pub is_login: bool,
    /// How long ago the user may have done so.
    pub max_age_ms: Option<i64>,
}

impl AuthorizationRequest {
    /// Whether the user shows the password to consent, who has signed in at a time: for what is as powerful as the
    /// account itself, and where the application does not rely on that sign-in.
    pub(super) fn needs_password(&self, signed_in_at: Option<Timestamp>, now: Timestamp) -> bool {
        let is_too_old =
            self.max_age_ms.is_some_and(|max| signed_in_at.is_none_or(|at| now.ms_since(at) > max));
        self.is_login || is_too_old || self.scopes.contains(&ApplicationScope::Administration)
    }

    /// The refusal of this request.
    pub(super) fn refused(&self, error: &'static str, description: &'static str) -> Refusal {
        let (callback, state) = (self.callback.clone(), self.state.clone());
        Refusal { callback, error, description, state }
    }

    /// Where the user goes on with a code.
    pub(super) fn answered(&self, code: &str, issuer: &str) -> String {
        let parameters =
            [("code", Some(code)), ("state", self.state.as_deref()), ("iss", Some(issuer))];
        redirect(&self.callback, &parameters)
    }
}

/// Why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RequestProblem {
    /// The user must not be sent anywhere: it is not known where to.
    Here(&'static str),
    /// The application gets it at its callback.
    There(Refusal),
}

/// A refusal that an application gets at its callback.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The callback.
    callback: String,
    /// The code of the error.
    pub error: &'static str,
    /// A sentence for its developers.
    pub description: &'static str,
    /// What the application gets back.
    state: Option<String>,
}

impl Refusal {
    /// Where the user goes on.
    pub(super) fn redirect(&self, issuer: &str) -> String {
        let parameters = [
            ("error", Some(self.error)),
            ("error_description", Some(self.description)),
            ("state", self.state.as_deref()),
            ("iss", Some(issuer)),
        ];
        redirect(&self.callback, &parameters)
    }
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
    let refused = |error, description| {
        let (callback, state) = (callback.clone(), state.clone());
        RequestProblem::There(Refusal { callback, error, description, state })
    };
    match take("response_type").as_deref() {
        Some("code") => {}
        Some(_) => {
            return Err(refused("unsupported_response_type", "response_type has to be code"));
        }
        None => return Err(refused("invalid_request", "response_type is missing")),
    }
    if take("response_mode").is_some_and(|mode| mode != "query") {
        return Err(refused("invalid_request", "response_mode has to be query"));
    }
    for (name, error) in
        [("request", "request_not_supported"), ("request_uri", "request_uri_not_supported")]
    {
        if take(name).is_some() {
            return Err(refused(error, "send the parameters in the query"));
        }
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
    if application.settings.permitted(&scopes) != scopes {
        return Err(refused("invalid_scope", "the application may not ask for one of the scopes"));
    }
    let prompt = take("prompt").unwrap_or_default();
    let Some(prompts) = prompts_in(&prompt) else {
        return Err(refused("invalid_request", "prompt has to be none alone, login or consent"));
    };
    let Ok(max_age_s) = take("max_age").map(|seconds| seconds.parse::<u32>()).transpose() else {
        return Err(refused("invalid_request", "max_age has to be a number of seconds"));
    };
    Ok(AuthorizationRequest {
        callback,
        scopes,
        state,
        challenge,
        nonce,
        is_silent: prompts.contains("none"),
        is_login: prompts.contains("login"),
        max_age_ms: max_age_s.map(|seconds| i64::from(seconds) * 1_000),
    })
}

/// The values of `prompt`; none if one is not supported. Users are always asked, so that `consent` changes nothing.
fn prompts_in(text: &str) -> Option<BTreeSet<&str>> {
    let prompts: BTreeSet<_> = text.split(' ').filter(|name| !name.is_empty()).collect();
    let are_known = prompts.iter().all(|name| PROMPTS.contains(name));
    (are_known && (prompts.len() < 2 || !prompts.contains("none"))).then_some(prompts)
}

/// The parameters of a request. One that is there twice is refused: parsers disagree about which of them counts.
fn parameters(url: &str) -> Result<BTreeMap<String, String>, &'static str> {
    if url.len() > REQUEST_BYTES_MAX {
        return Err("The request of the application is too long.");
    }
    // A query alone may have a question mark of its own, in a callback that was not escaped.
    let is_address = ["/", "https://", "http://"].iter().any(|start| url.starts_with(start));
    let query = match url.split_once('?') {
        Some((_, query)) if is_address => query,
        _ => url,
    };
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

    #[test]
    fn a_question_mark_within_a_query_is_a_part_of_it() {
        let query = "client_id=a&redirect_uri=https://app.example.org/in?from=b&scope=openid";
        for url in
            [query, &format!("/authorize?{query}"), &format!("https://a.example.org/?{query}")]
        {
            let all = parameters(url).expect("parameters");
            assert_eq!(all["client_id"], "a");
            assert_eq!(all["redirect_uri"], "https://app.example.org/in?from=b");
        }
    }

    #[test]
    fn prompts_are_those_that_are_supported_and_none_is_alone() {
        assert_eq!(prompts_in("").map(|prompts| prompts.len()), Some(0));
        assert_eq!(prompts_in("login consent").map(|prompts| prompts.len()), Some(2));
        assert!(prompts_in("none").is_some());
        for text in ["none login", "select_account", "Login", "create"] {
            assert_eq!(prompts_in(text), None, "{text}");
        }
    }
}

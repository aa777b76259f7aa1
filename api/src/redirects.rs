//! Where this server leads browsers. Every redirect is made here, of a target that `RedirectTarget` has read, and the
//! console goes only where an answer of the server leads.

use axum::response::{IntoResponse as _, Redirect, Response};
use waybill_machines::rules::redirects::RedirectTarget;

use crate::error::ApiError;
use crate::public_url::PublicAddress;

/// A place that a browser may be led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination(String);

impl Destination {
    /// A path of this server, such as `/ui/login?form=true`.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn own(address: &PublicAddress, path: &str) -> Result<Self, ApiError> {
        match RedirectTarget::read(path) {
            Some(RedirectTarget::Path(path)) => Ok(Self(address.base_path().path(&path))),
            _ => Err(not_allowed()),
        }
    }

    /// An address elsewhere that the installation knows: of a provider, or of an application that is registered.
    ///
    /// # Errors
    ///
    /// If browsers may take it for another one.
    pub fn elsewhere(address: &str) -> Result<Self, ApiError> {
        let is_address = RedirectTarget::is_address(address);
        is_address.then(|| Self(address.to_owned())).ok_or_else(not_allowed)
    }

    /// The full address of what a request names: a path of this server, an address of it, or exactly the one that the
    /// settings have.
    ///
    /// # Errors
    ///
    /// If it is none of these.
    pub fn named(
        address: &PublicAddress,
        target: &str,
        configured: Option<&str>,
    ) -> Result<Self, ApiError> {
        match RedirectTarget::read(target) {
            Some(RedirectTarget::Path(path)) => Ok(Self(address.link(&path))),
            Some(RedirectTarget::Address { origin, path }) => {
                let is_own = address.knows_origin(&origin) && address.base_path().has(&path);
                let is_configured = configured == Some(target);
                let is_allowed = is_own || is_configured;
                is_allowed.then(|| Self(format!("{origin}{path}"))).ok_or_else(not_allowed)
            }
            None => Err(not_allowed()),
        }
    }

    /// The address, to be answered.
    pub fn into_address(self) -> String {
        self.0
    }

    /// Leads the browser there, by `GET` (303).
    pub fn led(&self) -> Response {
        Redirect::to(&self.0).into_response()
    }

    /// Leads the client there for now, with the method of its request (307).
    pub fn led_for_now(&self) -> Redirect {
        Redirect::temporary(&self.0)
    }
}

fn not_allowed() -> ApiError {
    let message = "The address is not one of this console. Give a path that begins with /.";
    ApiError::bad_request("redirect_not_allowed", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(public_url: &str, target: &str) -> Option<String> {
        let address = PublicAddress::parse(public_url).expect("a public address");
        let configured = Some("https://elsewhere.example/home");
        Destination::named(&address, target, configured).ok().map(Destination::into_address)
    }

    /// covers: [API-02]
    #[test]
    fn a_named_target_is_below_the_public_address_or_the_one_that_is_set() {
        let public_url = "https://example.org/waybill";
        for (target, expected) in [
            ("/ui/", "https://example.org/waybill/ui/"),
            ("https://example.org/waybill/ui/?a=b", "https://example.org/waybill/ui/?a=b"),
            ("https://EXAMPLE.org:443/waybill", "https://example.org/waybill"),
            ("https://elsewhere.example/home", "https://elsewhere.example/home"),
        ] {
            assert_eq!(named(public_url, target).as_deref(), Some(expected), "{target}");
        }
        for target in [
            "https://example.org/",
            "https://example.org/waybills/",
            "https://example.org/waybill/../other",
            "https://example.org/waybill/%2E%2e/other",
            "/../other",
            "//example.org/waybill/",
            "http://example.org/waybill/",
            "https://example.org:8443/waybill/",
            "https://elsewhere.example/home/",
            "https://elsewhere.example/",
        ] {
            assert_eq!(named(public_url, target), None, "{target}");
        }
    }

    /// covers: [API-02]
    #[test]
    fn a_redirect_leads_to_an_own_path_or_a_full_address() {
        let address = PublicAddress::parse("https://example.org/waybill").expect("an address");
        let own = |path: &str| Destination::own(&address, path).ok().map(Destination::into_address);
        assert_eq!(own("/ui/login").as_deref(), Some("/waybill/ui/login"));
        for path in ["", "ui/login", "//evil.example", "https://evil.example/", "/..//evil.example"]
        {
            assert_eq!(own(path), None, "{path}");
        }
        assert!(Destination::elsewhere("https://id.example.org/in?state=x").is_ok());
        for other in ["/ui/", "javascript:alert(1)", "https://id.example.org\\@evil.example/"] {
            assert!(Destination::elsewhere(other).is_err(), "{other}");
        }
    }
}

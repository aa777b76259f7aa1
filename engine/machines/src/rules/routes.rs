//! Places: the meaning of a path under `/ui`, by the route table.

use std::collections::BTreeMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};

pub use super::route_table::{Access, ROUTES, Route, RouteName, SearchType, Sidebar};
use super::search::{QUERY_BYTES_MAX, SEARCH_QUERY};

/// A place in the console: a route with its parameters and allow-listed query.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The route.
    pub route: RouteName,
    /// The route's path parameters, decoded.
    pub params: BTreeMap<String, String>,
    /// The allow-listed query, decoded and truncated.
    pub query: BTreeMap<String, String>,
}

impl Place {
    /// A route without parameters or query.
    pub fn of(route: RouteName) -> Self {
        Self { route, params: BTreeMap::new(), query: BTreeMap::new() }
    }

    /// Adds a query parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.query.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Adds a path parameter.
    #[must_use]
    pub fn at(mut self, name: &str, value: &str) -> Self {
        self.params.insert(name.to_owned(), value.to_owned());
        self
    }

    /// A path parameter, empty if it is missing.
    pub fn param(&self, name: &str) -> &str {
        self.params.get(name).map_or("", String::as_str)
    }

    /// The project that the place refers to; none if it refers to all projects.
    pub fn project(&self) -> Option<&str> {
        self.query.get(PROJECT_KEY).and_then(|key| project_of(key))
    }

    /// The path and query under `/ui`, from which [`place_of`] reads the same place.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for part in self.route.route().path.split('/').filter(|part| !part.is_empty()) {
            let (value, rest) = match part.strip_prefix(':') {
                None => (part, false),
                Some(name) => (self.param(name.trim_end_matches(['?', '*'])), name.ends_with('*')),
            };
            let mut append = |value: &str| {
                path.push('/');
                path.extend(utf8_percent_encode(value, ENCODED));
            };
            match value {
                "" => {}
                value if rest => value.split('/').for_each(append),
                value => append(value),
            }
        }
        let mut query = form_urlencoded::Serializer::new(String::new());
        let query = query.extend_pairs(&self.query).finish();
        let (path, and) =
            (if path.is_empty() { "/" } else { &path }, if query.is_empty() { "" } else { "?" });
        format!("{path}{and}{query}")
    }
}

/// The characters that the browser's `encodeURIComponent` escapes, so that both write the same path.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// The project with this key; none if the key means all projects.
pub fn project_of(key: &str) -> Option<&str> {
    (!key.is_empty() && key != "all").then_some(key)
}

/// The maximum length of path and query, in bytes.
pub const PATH_BYTES_MAX: usize = 2_048;
/// Query values are truncated to this many characters; longer parts of a path are rejected.
pub const VALUE_CHARS_MAX: usize = 256;
/// The query parameter of NAV-03.
pub const SKIP_LICENCE_CHECK: &str = "skipLicenseCheck";
/// The query parameter of the selected project (NAV-11).
pub const PROJECT_KEY: &str = "projectKey";
/// The query parameter that keeps the search over a navigation (NAV-11).
pub const KEEP_SEARCH_QUERY: &str = "keepSearchQuery";
/// The query parameter that is set when the user was redirected from a place that they may not enter (NAV-09).
pub const FROM_UNAUTHORIZED: &str = "fromUnauthorized";
/// The query parameter with the request of an application that signs a user in (APP-02).
pub const AUTHORIZATION_REQUEST: &str = "auth_url";
/// Query parameter of the sign-in page: why signing in with a provider has failed.
pub const SSO_FAILURE: &str = "sso";
/// Query parameters that every route keeps.
const KEPT_EVERYWHERE: [&str; 3] = [PROJECT_KEY, KEEP_SEARCH_QUERY, FROM_UNAUTHORIZED];

/// Finds the place that a path under `/ui` refers to. An invalid path (too long, climbing, with control characters or
/// broken escapes) is the not-found page. An unknown path is the last row of the table, for which the announced paths
/// of front-ends are looked up.
pub fn place_of(path_and_query: &str) -> Place {
    let hopeless =
        path_and_query.len() > PATH_BYTES_MAX || path_and_query.chars().any(char::is_control);
    let found = if hopeless { None } else { find(path_and_query) };
    found.unwrap_or_else(|| Place::of(RouteName::NotFound))
}

fn find(path_and_query: &str) -> Option<Place> {
    let (address, fragment) = path_and_query.split_once('#').unwrap_or((path_and_query, ""));
    let legacy = of_legacy_link(fragment);
    let (path, query) = match &legacy {
        Some(link) => link.split_once('?').unwrap_or((link, "")),
        None => address.split_once('?').unwrap_or((address, "")),
    };
    let parts = parts_of(path)?;
    let (route, params) =
        ROUTES.iter().find_map(|route| Some((route, fit(route.path, &parts)?)))?;
    Some(Place { route: route.name, params, query: keep_query(route, query) })
}

/// The path of a link of the old console, which had its path behind the hash sign (ROUTE-12).
fn of_legacy_link(fragment: &str) -> Option<String> {
    if fragment.starts_with("/builds") {
        let (path, query) = fragment.split_once('?').unwrap_or((fragment, ""));
        let and = if query.is_empty() { "" } else { "&" };
        return Some(format!("{path}?{query}{and}jenkinsRedirect=true"));
    }
    fragment.find("/repos/").map(|at| fragment[at..].to_owned())
}

/// The decoded parts of a path. Repeated slashes are one, as in common web servers.
fn parts_of(path: &str) -> Option<Vec<String>> {
    let mut parts = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty()) {
        let part = percent_decode_str(part).decode_utf8().ok()?;
        // A second decoding in a later component must not find further escapes.
        let again = percent_decode_str(&part).decode_utf8_lossy();
        let is_unclean = |part: &str| climbs(part) || part.chars().any(char::is_control);
        if is_unclean(&part) || is_unclean(&again) || part.chars().count() > VALUE_CHARS_MAX {
            return None;
        }
        parts.push(part.into_owned());
    }
    if parts.first().is_some_and(|part| part == "ui") {
        parts.remove(0);
    }
    if let Some(first) = parts.first_mut()
        && first == "auth"
    {
        // ROUTE-01: the alias of the login area.
        "login".clone_into(first);
    }
    Some(parts)
}

/// Whether a browser or server would resolve the part as a parent directory. An escaped slash hides that from a
/// component that splits first.
fn climbs(part: &str) -> bool {
    part.split(['/', '\\']).any(|piece| piece == "." || piece == "..")
}

/// The parameters of a path, if the pattern matches.
fn fit(pattern: &str, parts: &[String]) -> Option<BTreeMap<String, String>> {
    let mut params = BTreeMap::new();
    let mut parts = parts.iter();
    for wanted in pattern.split('/').filter(|part| !part.is_empty()) {
        let Some(name) = wanted.strip_prefix(':') else {
            if parts.next()? != wanted {
                return None;
            }
            continue;
        };
        if let Some(name) = name.strip_suffix('*') {
            // An escaped slash is written as a plain one, so it separates parts here too.
            let rest = parts.by_ref().flat_map(|part| part.split('/'));
            let rest: Vec<&str> = rest.filter(|part| !part.is_empty()).collect();
            if !rest.is_empty() {
                params.insert(name.to_owned(), rest.join("/"));
            }
        } else if let Some(name) = name.strip_suffix('?') {
            if let Some(part) = parts.next() {
                params.insert(name.to_owned(), part.clone());
            }
        } else {
            params.insert(name.to_owned(), parts.next()?.clone());
        }
    }
    parts.next().is_none().then_some(params)
}

/// Whether a pattern matches a path of the table's last row (MFE-05).
pub fn is_announced(pattern: &str, path: &str) -> bool {
    let parts: Vec<String> = path.split('/').map(str::to_owned).collect();
    fit(pattern, &parts).is_some()
}

fn keep_query(route: &Route, query: &str) -> BTreeMap<String, String> {
    form_urlencoded::parse(query.as_bytes())
        .filter(|(name, _)| {
            let name = name.as_ref();
            KEPT_EVERYWHERE.contains(&name)
                || route.query.contains(&name)
                || (route.skips_licence && name == SKIP_LICENCE_CHECK)
        })
        .map(|(name, value)| {
            let visible = value.chars().filter(|letter| !letter.is_control());
            // A search or a request without its end could not be read.
            let chars_max = match &*name {
                SEARCH_QUERY => QUERY_BYTES_MAX,
                AUTHORIZATION_REQUEST => PATH_BYTES_MAX,
                _ => VALUE_CHARS_MAX,
            };
            (name.into_owned(), visible.take(chars_max).collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [MFE-05]
    #[test]
    fn escapes_cannot_make_a_path_climb() {
        for path in [
            "/insight/..",
            "/insight/%2e%2e/admin",
            "/insight/a%2F..%2F..%2Fadmin",
            "/insight/a%2f%2e%2e%2fadmin",
            "/insight/a%5C..%5Cadmin",
            "/insight/%252e%252e/admin",
            "/insight/a%252F..%252Fadmin",
            "/insight/a%250Ab",
            "/#/x/repos/tree/General/a%2F..%2Fb",
        ] {
            assert_eq!(place_of(path), Place::of(RouteName::NotFound), "{path}");
        }
        // Dots within names and a single percent sign are harmless.
        for path in ["/packages/a..b/1.0.", "/packages/.hidden", "/packages/100%25"] {
            assert_eq!(place_of(path).route, RouteName::Packages, "{path}");
        }
    }

    /// covers: [APP-02]
    #[test]
    fn the_request_of_an_application_stays_whole() {
        let request = "a".repeat(1_500);
        let place =
            place_of(&format!("/authorize?auth_url={request}&client_id={}", &request[..400]));
        let [of_request, of_client] =
            [AUTHORIZATION_REQUEST, "client_id"].map(|name| place.query[name].len());
        assert_eq!((of_request, of_client), (1_500, VALUE_CHARS_MAX));
    }

    /// covers: [PASS-02]
    #[test]
    fn the_key_of_a_link_is_in_no_place() {
        for path in ["/login/reset-password", "/auth/reset-password"] {
            let place = place_of(&format!("{path}?key=p_0a1b.2c3d"));
            assert_eq!(place, Place::of(RouteName::ResetPassword));
        }
    }

    /// Opening a place's path again must lead to the same place.
    #[test]
    fn the_path_of_a_place_leads_back_to_it() {
        for path in [
            "/insight/a%2Fb",
            "/insight/%2F%2Fevil.example",
            "/%2F%2Fevil.example/x",
            "/insight/a%2F%2Fb//c",
            "/packages/npm%3A%2F%2F%40scope%2Fname/1.0",
            "/packages/100%25/%25zz",
            "/repos/tree/General/a%23b%3Fc?projectKey=%2F%2Fevil%26x%3D1%23",
            "/login?logout=%22%3E%3Cscript%3E",
            "/nobody/knows/this",
        ] {
            let place = place_of(path);
            let address = place.path();
            assert_eq!(place_of(&address), place, "{path} is written as {address}");
            assert!(!address.starts_with("//"), "{path} is written as {address}");
        }
    }
}

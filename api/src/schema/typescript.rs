//! The browser's types of the HTTP API and of the socket, a function for each route of the console, and the addresses
//! of files.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::json;
use ts_rs::TypeVisitor as _;
use waybill_engine::ServerMessage;
use waybill_machines::typescript::{Declarations, MARK, declarations};

use super::{call_of, name_of, parameters};
use crate::error::capitalised;
use crate::route::Route;
use crate::routes::CONSOLE;
use crate::shape::{Payload, Shape};
use crate::wire::Problem;
use crate::wire::socket::{ClientMessage, CloseCode, PROTOCOL, SUB_PROTOCOL, TopicArgs, TopicData};

const BEGIN: &str = r#"
/** What sends a request: `path` is one below `API_BASE`. */
export interface Sender {
  call: <T>(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: object | Blob) => Promise<T>;
}

/** The server may be below a base path: makes the address of one of its paths. */
type AddressOf = (path: string) => string;

/** The query of an address: the fields that have a value. */
export function search(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

export const part = encodeURIComponent;
"#;

/// A file of calls that only some pages make, so that no other page loads them.
pub struct CallsFile {
    /// Its path in the repository.
    pub path: &'static str,
    what: &'static str,
    /// The paths below which its calls are.
    below: &'static [&'static str],
}

/// All such files. The other calls are in `calls.ts`.
pub const CALLS_FILES: [CallsFile; 8] = [
    CallsFile {
        path: "ui/src/generated/accountCalls.ts",
        what: "The calls that only pages of accounts make",
        below: &[
            "access/api/ui/",
            "access/api/v2/authentication/",
            "projects/{key}",
            "ui/auth/deviceLink",
            "ui/auth/devices",
            "ui/auth/directories/",
            "ui/auth/identities",
            "ui/auth/passkeys",
            "ui/auth/sessions",
            "ui/auth/sso/",
            "ui/userProfile",
            "ui/userApiKey/",
            "ui/auth/tokens",
            "ui/auth/identifyToken",
        ],
    },
    CallsFile {
        path: "ui/src/generated/repositoryCalls.ts",
        what: "The calls that only pages of what is in repositories make",
        below: &[
            "archive/",
            "builds",
            "cleanup-policies",
            "download-rules",
            "packages/",
            "search/artifacts",
            "tree/",
            "usage",
        ],
    },
    CallsFile {
        path: "ui/src/generated/scannerCalls.ts",
        what: "The calls that only the page of scanning search makes",
        below: &["xray/api/", "xray/ui/component/", "xray/ui/homepage/"],
    },
    CallsFile {
        path: "ui/src/generated/webhookCalls.ts",
        what: "The calls that only pages of webhooks make",
        below: &["webhooks", "webhook-lists"],
    },
    CallsFile {
        path: "ui/src/generated/proxyCalls.ts",
        what: "The calls that only pages of proxies make",
        below: &["proxies"],
    },
    CallsFile {
        path: "ui/src/generated/distributionCalls.ts",
        what: "The calls that only pages of release bundles and their distribution make",
        below: &["distribution_targets", "distribution/api/ui/", "release_bundles"],
    },
    CallsFile {
        path: "ui/src/generated/applicationCalls.ts",
        what: "The calls that only pages of applications make",
        below: &["access/integration"],
    },
    CallsFile {
        path: "ui/src/generated/gitCalls.ts",
        what: "The calls that only pages of Git integrations make",
        below: &["integration", "ui/git/", "xray/ui/vcs_integrations"],
    },
];

impl CallsFile {
    fn has(&self, route: &Route) -> bool {
        let path = call_of(route).unwrap_or_default();
        self.below.iter().any(|below| path.starts_with(below))
    }

    /// Its content.
    pub fn content(&self, routes: &[Route]) -> String {
        calls_of(routes, self.what, |route| self.has(route))
    }
}

/// The content of `api.ts`.
pub fn file(routes: &[Route]) -> String {
    let calls: Vec<&Route> = routes.iter().filter(|route| is_typed(route)).collect();
    let mut all = Declarations::default();
    let queries_of_files = routes.iter().filter(|route| is_file(route));
    let queries_of_files = queries_of_files.filter_map(|route| route.query);
    for shape in calls.iter().flat_map(|route| shapes(route)).chain(queries_of_files) {
        (shape.declare)(&mut all);
    }
    // Every call may be answered by one.
    (Shape::of::<Problem>().declare)(&mut all);
    all.visit::<ClientMessage<'static>>();
    all.visit::<ServerMessage>();
    all.visit::<TopicArgs>();
    all.visit::<TopicData>();
    let known = declarations().found;
    let mut text = MARK.to_owned();
    let (own, shared): (Vec<_>, Vec<_>) =
        all.found.iter().partition(|(name, _)| !known.contains_key(*name));
    for (name, declaration) in &shared {
        assert_eq!(known.get(*name), Some(*declaration), "two types are named {name}");
    }
    // Only types that are named in this file are imported; the others are reached through them.
    let body: String = own.iter().map(|(_, declaration)| declaration.as_str()).collect();
    let words = words(&body);
    let imported: Vec<&str> =
        shared.iter().map(|(name, _)| name.as_str()).filter(|name| words.contains(*name)).collect();
    let _ = writeln!(text, "\nimport type {{ {} }} from \"./types\";", imported.join(", "));
    for (_, declaration) in &own {
        let _ = writeln!(text, "\nexport {declaration}");
    }
    text.push_str(&socket());
    let base = format!("export const API_BASE = \"{CONSOLE}/\";");
    let _ = writeln!(text, "\n/** The path that all calls are below. */\n{base}");
    text.push_str(BEGIN);
    text.push_str("\n/** The addresses of files, for links. */\nexport const addresses = {\n");
    for route in routes.iter().filter(|route| is_file(route)) {
        text.push_str(&address_of_file(route, &all));
    }
    text.push_str("} as const;\n");
    text
}

/// The content of `calls.ts`.
pub fn calls(routes: &[Route]) -> String {
    let is_of_many = |route: &Route| !CALLS_FILES.iter().any(|file| file.has(route));
    calls_of(routes, "The calls of the console, one a route", is_of_many)
}

/// A function for each of these calls: the build leaves out those that no page makes.
fn calls_of(routes: &[Route], what: &str, is_here: impl Fn(&Route) -> bool) -> String {
    let calls = || routes.iter().filter(|route| is_typed(route) && is_here(route));
    let mut all = Declarations::default();
    for shape in calls().flat_map(shapes) {
        (shape.declare)(&mut all);
    }
    let known = declarations().found;
    let body: String = calls().map(|route| call(route, &all)).collect();
    let words = words(&body);
    let named = all.found.keys().filter(|name| words.contains(name.as_str()));
    let (shared, own): (Vec<_>, Vec<_>) = named.partition(|name| known.contains_key(*name));
    let list =
        |names: &[&String]| names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
    let mut text = MARK.to_owned();
    let _ = writeln!(text, "\n// {what}.");
    let _ = writeln!(text, "\nimport type {{ {}, Sender }} from \"./api\";", list(&own));
    let helpers = ["part", "search"].into_iter().filter(|name| words.contains(name));
    let helpers = helpers.collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "import {{ {helpers} }} from \"./api\";");
    if !shared.is_empty() {
        let _ = writeln!(text, "import type {{ {} }} from \"./types\";", list(&shared));
    }
    text + &body
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').collect()
}

/// The constants of the socket.
fn socket() -> String {
    let codes = CloseCode::ALL.iter().fold(String::new(), |mut text, code| {
        let _ = writeln!(text, "  {}: {},", json!(code).as_str().unwrap_or_default(), *code as u16);
        text
    });
    format!(
        r"
/** The version of the socket's protocol. */
export const PROTOCOL = {PROTOCOL};

/** Its name, as the WebSocket's sub-protocol. */
export const SUB_PROTOCOL = {};

/** The codes with which the server closes a socket. */
export const CLOSE = {{
{codes}}} as const;
",
        json!(SUB_PROTOCOL)
    )
}

/// Whether a route has a typed call. Files, and routes that pages do not call, have none.
fn is_typed(route: &Route) -> bool {
    call_of(route).is_some() && matches!(route.answer, Payload::Json(_))
}

fn is_file(route: &Route) -> bool {
    call_of(route).is_some() && matches!(route.answer, Payload::Bytes(_))
}

fn shapes(route: &Route) -> impl Iterator<Item = Shape> {
    let of = |payload: Payload| match payload {
        Payload::Json(shape) => Some(shape),
        Payload::Nothing | Payload::Bytes(_) => None,
    };
    route.query.into_iter().chain(of(route.body)).chain(of(route.answer))
}

fn call(route: &Route, declarations: &Declarations) -> String {
    let name = |shape: Shape| (shape.name)(&declarations.config);
    let mut arguments = vec!["api: Sender".to_owned()];
    let path = call_of(route).unwrap_or_default();
    arguments.extend(path_arguments(path));
    let (mut sent, mut address) = (String::new(), template(path));
    match route.body {
        Payload::Json(shape) => arguments.push(format!("body: {}", name(shape))),
        Payload::Bytes(_) => arguments.push("body: Blob".to_owned()),
        Payload::Nothing => {}
    }
    if !matches!(route.body, Payload::Nothing) {
        sent.push_str(", body");
    }
    if let Some(query) = query_argument(route, declarations) {
        arguments.push(query);
        address.push_str("${search(query)}");
    }
    let answer = match route.answer {
        Payload::Json(shape) => name(shape),
        Payload::Nothing | Payload::Bytes(_) => "unknown".to_owned(),
    };
    format!(
        "\n/** {} */\nexport const {} = ({}) =>\n  api.call<{answer}>(\"{}\", `{address}`{sent});\n",
        route.summary,
        name_of(route),
        arguments.join(", "),
        route.method,
    )
}

fn address_of_file(route: &Route, declarations: &Declarations) -> String {
    let path = call_of(route).unwrap_or_default();
    let mut arguments = vec!["addressOf: AddressOf".to_owned()];
    arguments.extend(path_arguments(path));
    let mut address = template(path);
    if let Some(query) = query_argument(route, declarations) {
        arguments.push(query);
        address.push_str("${search(query)}");
    }
    format!(
        "  /** {} */\n  {}: ({}) =>\n    addressOf(`${{API_BASE}}{address}`),\n",
        route.summary,
        name_of(route),
        arguments.join(", "),
    )
}

fn path_arguments(path: &str) -> impl Iterator<Item = String> {
    parameters(path).map(|parameter| format!("{}: string", camel(parameter)))
}

fn query_argument(route: &Route, declarations: &Declarations) -> Option<String> {
    let query = route.query?;
    let must_be_given = super::fields(query).values().any(|(_, required)| *required);
    let default = if must_be_given { "" } else { " = {}" };
    Some(format!("query: {}{default}", (query.name)(&declarations.config)))
}

/// A path as a template literal with its parameters.
fn template(path: &str) -> String {
    let parts = path.split('/').map(|part| {
        let parameter = part.strip_prefix('{').and_then(|part| part.strip_suffix('}'));
        parameter.map_or_else(|| part.to_owned(), |name| format!("${{part({})}}", camel(name)))
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Converts `service_id` to `serviceId`.
fn camel(name: &str) -> String {
    let words = name.split('_').enumerate();
    words
        .map(|(index, word)| if index == 0 { word.to_owned() } else { capitalised(word) })
        .collect()
}

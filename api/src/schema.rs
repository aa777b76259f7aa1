//! Documents generated from the route table: the browser's types and calls, the OpenAPI document and the table in
//! `docs/wire.md`; and from the table of facts, their settings in the example of a configuration file.

mod openapi;
mod settings;
mod socket;
mod table;
mod typescript;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::config::EXAMPLE;
use crate::error::capitalised;
use crate::route::Route;
use crate::routes::{self, CONSOLE};
use crate::shape::Shape;

/// All generated files: path in the repository and content. `wire_md` is the current text of `docs/wire.md`.
pub fn files(wire_md: &str) -> Vec<(&'static str, String)> {
    let routes = routes::all();
    let calls = typescript::CALLS_FILES.iter().map(|file| (file.path, file.content(routes)));
    let others = vec![
        ("ui/src/generated/api.ts", typescript::file(routes)),
        ("ui/src/generated/calls.ts", typescript::calls(routes)),
        (OPENAPI, openapi::document(routes)),
        ("docs/wire.md", table::within(wire_md, routes)),
        ("docs/waybill.example.toml", settings::within(EXAMPLE)),
    ];
    calls.chain(others).collect()
}

pub use socket::{codes, messages};

/// The path of the OpenAPI document.
const OPENAPI: &str = "docs/openapi.json";

/// The path below the console's prefix, if it is one of the console's calls.
fn call_of(route: &Route) -> Option<&str> {
    route.path.strip_prefix(CONSOLE).map(|path| path.trim_start_matches('/'))
}

/// Whether a route is an API call rather than a file of the console.
fn is_call(route: &Route) -> bool {
    call_of(route).is_some() || !(route.path == "/" || route.path.starts_with("/ui"))
}

/// The parameter names of a path.
fn parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// The fields of a query: the schema of each, and whether it is required.
fn fields(query: Shape) -> BTreeMap<String, (Value, bool)> {
    let mut settings = openapi::settings().for_deserialize();
    settings.inline_subschemas = true;
    let schema = (query.schema)(&mut settings.into_generator()).to_value();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let fields = schema["properties"].as_object().cloned().unwrap_or_default();
    let field = |(name, schema): (String, Value)| {
        let is_required = required.contains(&Value::from(name.as_str()));
        (name, (schema, is_required))
    };
    fields.into_iter().map(field).collect()
}

/// The name of a route: its method and the words of its path, such as `getSessionRecords`. The common prefix of the
/// console's calls is left out.
fn name_of(route: &Route) -> String {
    let (begin, path) = match call_of(route) {
        Some(call) => ("", call.strip_prefix("ui/").unwrap_or(call)),
        None => ("public-", route.path.as_str()),
    };
    let text = format!("{begin}{}-{path}", route.method.as_str().to_ascii_lowercase());
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).enumerate();
    words
        .map(|(index, word)| if index == 0 { word.to_owned() } else { capitalised(word) })
        .collect()
}

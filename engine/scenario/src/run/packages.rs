//! The packages of a scenario: the answers about what `given` has.

use serde_json::{Value, json};
use waybill_machines::call::Call;
use waybill_machines::rules::search::SearchFilter;

use super::edge::hex;
use crate::format::{Given, GivenPackage};

/// The answer to a call of the package browser. Everything fits on one page.
pub(super) fn answer(call: &Call, given: &Given) -> Value {
    let find = |id: &String| given.packages.iter().find(|package| package.id == *id);
    match call {
        Call::ListPackages { request, filter, .. } => {
            loaded(*request, &page(&listed(given, filter)))
        }
        Call::CountPackages { request, filter } => {
            loaded(*request, &json!(listed(given, filter).len()))
        }
        Call::FetchPackage { request, package } => {
            let found = find(package).map(|found| {
                json!({
                    "id": found.id, "package_type": found.package_type,
                    "digest": hex("package", &found.id),
                })
            });
            loaded(*request, &json!(found))
        }
        Call::ListVersions { request, package, .. } => {
            let versions = find(package).map(|found| found.versions.iter());
            let names: Vec<&str> =
                versions.into_iter().flatten().map(|version| version.name.as_str()).collect();
            loaded(*request, &page(&names))
        }
        Call::FetchVersion { request, package, version } => {
            let versions = find(package).map(|found| found.versions.iter());
            let found = versions.into_iter().flatten().find(|found| found.name == *version);
            let found = found.map(|found| {
                json!({
                    "name": found.name, "lead_file": found.lead_file,
                    "has_builds": found.has_builds, "digest": hex("version", &found.name),
                })
            });
            loaded(*request, &json!(found))
        }
        _ => Value::Null,
    }
}

fn loaded(request: u32, value: &Value) -> Value {
    json!({"outcome": "loaded", "request": request, "value": value})
}

fn page(rows: &[&str]) -> Value {
    json!({
        "rows": rows.len(), "has_next_page": false, "end_cursor": null, "total": null,
        "digest": hex("rows", &rows.join(" ")),
    })
}

/// The ids of the packages that a filter finds by name and type.
fn listed<'a>(given: &'a Given, filter: &SearchFilter) -> Vec<&'a str> {
    let is_found = |package: &&GivenPackage| {
        let name = package.id.rsplit("//").next().unwrap_or_default().to_lowercase();
        let is_named = filter.lowercase_name.as_deref().is_none_or(|pattern| {
            let is_anywhere = pattern.starts_with('*');
            let text = pattern.trim_matches('*');
            if is_anywhere { name.contains(text) } else { name.starts_with(text) }
        });
        let types = filter.package_type.as_ref();
        let is_of_type = |name: &String| name == "*" || *name == package.package_type;
        is_named && types.is_none_or(|types| types.iter().any(is_of_type))
    };
    given.packages.iter().filter(is_found).map(|package| package.id.as_str()).collect()
}

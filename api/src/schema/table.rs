//! The table of routes in `docs/wire.md`.

use std::fmt::Write as _;

use waybill_machines::typescript::Declarations;

use super::{call_of, is_call};
use crate::route::{Route, Who};
use crate::shape::Payload;

const BEGIN: &str =
    "<!-- The table is generated from the route table by `cargo test --test generated`. -->\n";
const END: &str = "<!-- The end of the table. -->\n";

/// Replaces the table in the document by the one for these routes.
pub fn within(document: &str, routes: &[Route]) -> String {
    let (before, rest) = document.split_once(BEGIN).unwrap_or((document, ""));
    let (_, after) = rest.split_once(END).unwrap_or(("", rest));
    format!("{before}{BEGIN}{}{END}{after}", table(routes))
}

fn table(routes: &[Route]) -> String {
    let mut text = "\n| call | who | sends | answer | |\n|---|---|---|---|---|\n".to_owned();
    for route in routes.iter().filter(|route| is_call(route)) {
        let path = call_of(route).unwrap_or(&route.path);
        let mut sends: Vec<String> =
            route.query.iter().map(|shape| format!("?{}", name(shape))).collect();
        sends.extend(carried(route.body));
        let who = match (route.who, route.tokens) {
            (Who::Anyone, _) => "anybody",
            (Who::Session, _) => "a session",
            (Who::SignedIn, false) => "signed in",
            (Who::SignedIn, true) => "signed in, token",
            (Who::Permitted, _) => "permission, token",
            (Who::Provisioner, _) => "token for provisioning",
            (Who::ProjectAdmin, false) => "administrator of the project",
            (Who::ProjectAdmin, true) => "administrator of the project, token",
            (Who::AnyAdmin, false) => "administrator, also of a project",
            (Who::AnyAdmin, true) => "administrator, also of a project, token",
            (Who::Auditor, false) => "auditor",
            (Who::Auditor, true) => "auditor, token",
            (Who::Admin, false) => "administrator",
            (Who::Admin, true) => "administrator, token",
        };
        let _ = writeln!(
            text,
            "| `{} {path}` | {who} | {} | {} | {} |",
            route.method,
            sends.join(" "),
            carried(route.answer).unwrap_or_default(),
            route.summary,
        );
    }
    text.push('\n');
    text
}

fn name(shape: &crate::shape::Shape) -> String {
    (shape.name)(&Declarations::default().config)
}

fn carried(payload: Payload) -> Option<String> {
    match payload {
        Payload::Nothing => None,
        Payload::Json(shape) => Some(format!("`{}`", name(&shape))),
        Payload::Bytes(media) => Some(media.to_owned()),
    }
}

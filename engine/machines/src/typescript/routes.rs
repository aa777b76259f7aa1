//! The route table.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::MARK;
use crate::rules::routes::{ROUTES, Route};

/// The route table as far as the browser needs it; what the server decides by is left out. Every page of the console
/// carries it, so each row says only what differs from most.
pub(super) fn routes() -> String {
    let union = |value: fn(&Route) -> Value| {
        let words: BTreeSet<String> = ROUTES.iter().map(|route| value(route).to_string()).collect();
        words.into_iter().collect::<Vec<_>>().join(" | ")
    };
    let (access, sidebar) =
        (union(|route| json!(route.access)), union(|route| json!(route.sidebar)));
    let mut text = MARK.to_owned();
    let _ = write!(
        text,
        r#"
import type {{ Feature, RouteName }} from "./types";

export type {{ RouteName }};

/** Who may enter a route at all. */
export type Access = {access};

/** One route. */
export interface Route {{
  readonly name: RouteName;
  /** The path under `/ui`. */
  readonly path: string;
  /** The English title. */
  readonly title: string;
  readonly access: Access;
  readonly sidebar: {sidebar};
  /** It may be entered only where the installation supports this. */
  readonly needs: Feature | null;
  /** The service front-end that fills the page. */
  readonly front_end: string | null;
  /** Where it leads instead of showing a page of its own. */
  readonly leads_to: RouteName | null;
  /** Its feature comes in a later release; until then the page says what it will do. */
  readonly comes_later: boolean;
}}

const row = (
  name: RouteName,
  path: string,
  title: string,
  access: Access,
  sidebar: Route["sidebar"],
  more: Partial<Route> = {{}},
): Route => ({{
  name, path, title, access, sidebar, needs: null, front_end: null, leads_to: null, comes_later: false, ...more,
}});

/** The whole route table. */
export const routes: readonly Route[] = [
"#
    );
    for route in ROUTES {
        let Route { name, path, title, access, sidebar, needs, front_end, leads_to, .. } = route;
        let comes_later = route.comes_later.then_some(true);
        let mut more = json!({ "needs": needs, "front_end": front_end, "leads_to": leads_to, "comes_later": comes_later });
        if let Some(more) = more.as_object_mut() {
            more.retain(|_, value| !value.is_null());
        }
        let more = if more == json!({}) { String::new() } else { format!(", {more}") };
        let [name, path, title] = [json!(name), json!(path), json!(title)];
        let (access, sidebar) = (json!(access), json!(sidebar));
        let _ = writeln!(text, "  row({name}, {path}, {title}, {access}, {sidebar}{more}),");
    }
    text.push_str("];\n");
    text
}

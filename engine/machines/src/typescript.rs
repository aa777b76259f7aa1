//! What the browser's half of the console is generated from: types, charts, routes and constants as TypeScript.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};
use ts_rs::{Config, TS, TypeVisitor};

use crate::call::{Call, Severity};
use crate::chart::{self, Drawing};
use crate::facts::{INSTALLATION_FACTS, Installation};
use crate::machine::{Named, Rejection, Scope};
use crate::machines::idle::{ACTIVITY_REPORTED_MS, IDLE_MS};
use crate::registry::{self, CHARTS_HASH, MachineName};
use crate::rules::git::{self, GitProduct, Vendor};
use crate::rules::menu::Menus;
use crate::rules::menu_entry::DisabledReason;
use crate::rules::menu_table::{ADVANCED, TABLES};
use crate::rules::package_browser;
use crate::rules::path_memory::EXPIRY_MS;
use crate::rules::routes::{ROUTES, Route};
use crate::rules::services::ServiceType;
use crate::rules::trusted_issuers::{self as issuers, PublicIssuer};
use crate::rules::uptime::Uptime;

/// The first line of every generated file.
pub const MARK: &str =
    "// Generated from the state machines by `cargo test --test generated`. Do not edit.\n";

/// Every generated file: its name under `ui/src/generated`, and what it holds.
pub fn files() -> Vec<(&'static str, String)> {
    vec![
        ("types.ts", types()),
        ("charts.ts", charts()),
        ("drawings.ts", drawings()),
        ("routes.ts", routes()),
        ("constants.ts", constants()),
        ("packageTypes.ts", package_types()),
        ("facts.ts", facts()),
        ("git.ts", git_facts()),
        ("trustedIssuers.ts", trusted_issuers()),
    ]
}

/// Collects the declarations of all types that can be reached.
pub struct Declarations {
    /// How types are written.
    pub config: Config,
    /// The declarations, by the names of the types.
    pub found: BTreeMap<String, String>,
}

impl Default for Declarations {
    fn default() -> Self {
        let config = Config::default().with_large_int("number");
        Self { config, found: BTreeMap::new() }
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types of ours have a file to go to; primitives and lists have not.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if self.found.contains_key(&name) {
                return;
            }
            self.found.insert(name, T::decl(&self.config));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// The types of `types.ts`.
pub fn declarations() -> Declarations {
    let mut declarations = Declarations::default();
    registry::visit_types(&mut declarations);
    declarations.visit::<MachineName>();
    declarations.visit::<Call>();
    declarations.visit::<Rejection>();
    declarations.visit::<Menus>();
    declarations.visit::<ServiceType>();
    declarations.visit::<Uptime>();
    declarations
}

fn types() -> String {
    let declarations = declarations();
    let mut text = MARK.to_owned();
    for declaration in declarations.found.values() {
        let _ = writeln!(text, "\nexport {declaration}");
    }
    let names = registry::type_names(&declarations.config);
    for (table, of) in [("States", 1), ("Events", 2)] {
        let _ = writeln!(text, "\nexport interface {table} {{");
        for (machine, state, event) in &names {
            let _ = writeln!(text, "  {machine}: {};", if of == 1 { state } else { event });
        }
        text.push_str("}\n");
    }
    text
}

fn charts() -> String {
    let charts: Vec<_> = MachineName::ALL.iter().map(|machine| chart::of(*machine)).collect();
    let mut text = MARK.to_owned();
    let _ = writeln!(text, "\n/** Compared with the server's to detect different rules. */");
    let _ = writeln!(text, "export const chartsHash = \"{CHARTS_HASH}\";");
    // Pages mirror the machines of a session alone, and load this before they show anything.
    let mirrored =
        charts.iter().filter(|chart| chart.machine.profile().scope != Scope::Installation);
    let machines: BTreeMap<&str, _> =
        mirrored.map(|chart| (chart.machine.as_str(), chart.mirror())).collect();
    let _ = writeln!(
        text,
        "\n/** The machines of a session and its tabs for XState v5. Their guards are the server's. */"
    );
    let _ = writeln!(text, "export const charts = {:#} as const;", json!(machines));
    let guards: BTreeMap<&str, _> =
        charts.iter().map(|chart| (chart.machine.as_str(), chart.guards())).collect();
    let _ = writeln!(text, "\n/** The names of the guards of each machine. */");
    let _ = writeln!(text, "export const guards = {:#} as const;", json!(guards));
    let profiles: BTreeMap<&str, _> = MachineName::ALL
        .iter()
        .map(|name| {
            let profile = name.profile();
            let facts = json!({ "scope": profile.scope, "proposals": profile.proposals, "overHttp": profile.over_http });
            (name.as_str(), facts)
        })
        .collect();
    let _ = writeln!(
        text,
        "\n/** The scope of each machine, and the events that a tab may propose to it. */"
    );
    let _ = writeln!(text, "export const profiles = {:#} as const;", json!(profiles));
    text
}

/// Where the states and lines of each chart are drawn. The page that draws them loads this, and no other.
fn drawings() -> String {
    let mut text = MARK.to_owned();
    text.push_str(
        r#"
import type { MachineName } from "./types";

/** A chart as it is drawn: boxes and lines with coordinates in pixels, the origin top left. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly { name: string; x: number; y: number; width: number; height: number }[];
  /** One line for all events that lead from one state to another; `path` is that of an SVG element. */
  readonly edges: readonly { from: string; to: string; events: readonly string[]; path: string }[];
}

/** The drawings of the machines' charts. */
export const drawings: Readonly<Record<MachineName, Drawing>> = {
"#,
    );
    for machine in MachineName::ALL {
        let Drawing { width, height, nodes, edges } = chart::of(*machine).drawing();
        let _ = writeln!(text, "  {machine}: {{\n    width: {width},\n    height: {height},");
        for (name, rows) in [("nodes", lines_of(&nodes)), ("edges", lines_of(&edges))] {
            let _ = writeln!(text, "    {name}: [\n{rows}    ],");
        }
        text.push_str("  },\n");
    }
    text.push_str("};\n");
    text
}

fn lines_of<T: Serialize>(rows: &[T]) -> String {
    rows.iter().fold(String::new(), |mut text, row| {
        let _ = writeln!(text, "      {},", json!(row));
        text
    })
}

/// The route table as far as the browser needs it; what the server decides by is left out. Every page of the console
/// carries it, so each row says only what differs from most.
fn routes() -> String {
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

fn constants() -> String {
    let mut text = MARK.to_owned();
    for (name, value, meaning) in [
        (
            "idleMs",
            i64::try_from(IDLE_MS).unwrap_or(i64::MAX),
            "A user without activity for this long is idle.",
        ),
        (
            "activityReportedMs",
            ACTIVITY_REPORTED_MS,
            "Activity is reported at most this often, where idle users are signed out.",
        ),
        ("postLoginPathMs", EXPIRY_MS, "A stored path expires after this long."),
    ] {
        let _ = writeln!(text, "\n/** {meaning} */\nexport const {name} = {value};");
    }
    let calls: Vec<_> = Call::NAMES.iter().filter(|name| name.starts_with("browser.")).collect();
    let shown_ms: BTreeMap<String, u32> = Severity::ALL
        .iter()
        .map(|severity| {
            (json!(severity).as_str().unwrap_or_default().to_owned(), severity.shown_ms())
        })
        .collect();
    let items = TABLES.into_iter().flatten();
    let headings: BTreeSet<_> = items
        .clone()
        .filter_map(|item| item.group)
        .chain(ADVANCED.iter().map(|(group, _)| *group))
        .collect();
    for (name, value, meaning) in [
        (
            "notificationMs",
            json!(shown_ms),
            "How long a notification is shown, by its severity. A call of a machine has only the time.",
        ),
        ("browserCalls", json!(calls), "The calls that a machine can make to the browser."),
        (
            "menuItems",
            json!(items.map(|item| item.id).collect::<Vec<_>>()),
            "The ids of all menu items: each has a text.",
        ),
        ("menuGroups", json!(headings), "The ids of the headings of menu items."),
        (
            "menuLacks",
            json!(DisabledReason::ALL),
            "The reasons for which a menu item can be disabled.",
        ),
    ] {
        let _ = writeln!(text, "\n/** {meaning} */\nexport const {name} = {value:#} as const;");
    }
    text
}

/// What the package browser offers (PKG-09). A file of its own: pages that show no packages do not load it.
fn package_types() -> String {
    let mut text = MARK.to_owned();
    for (name, value, meaning) in [
        (
            "defaultPackageTypes",
            &package_browser::DEFAULT_PACKAGE_TYPES[..],
            "The package types that lists and filters offer.",
        ),
        (
            "excludedPackageTypes",
            &package_browser::EXCLUDED_PACKAGE_TYPES,
            "Package types that are never offered.",
        ),
        (
            "separatePackageTypes",
            &package_browser::SEPARATE_PACKAGE_TYPES,
            "Package types whose details are shown in a way of their own.",
        ),
        (
            "sampleRepositories",
            &package_browser::SAMPLE_REPOSITORIES,
            "The names of repositories to begin with.",
        ),
    ] {
        let value = json!(value);
        let _ = writeln!(text, "\n/** {meaning} */\nexport const {name} = {value:#} as const;");
    }
    text
}

/// The vendors and limits of Git integrations. A file of its own: pages that show none do not load it.
fn git_facts() -> String {
    let vendors: Vec<_> = Vendor::ALL
        .iter()
        .map(|vendor| {
            let (key, name) = (vendor.key(), vendor.display_name());
            let is_hosted = vendor.hosted_url().is_some();
            json!({ "key": key, "code": vendor.code(), "name": name, "isHosted": is_hosted })
        })
        .collect();
    let limits = json!({
        "name": git::NAME_CHARS_MAX,
        "url": git::URL_CHARS_MAX,
        "userName": git::USER_NAME_CHARS_MAX,
        "token": git::TOKEN_CHARS_MAX,
        "chosenRepositories": git::CHOSEN_REPOSITORIES_MAX,
    });
    let mut text = MARK.to_owned();
    for (name, value, meaning) in [
        (
            "gitVendors",
            json!(vendors),
            "The vendors: their names in records and addresses, and their codes in calls (DET-04).",
        ),
        ("gitProducts", json!(GitProduct::ALL), "What an integration can be used for."),
        (
            "gitLimits",
            limits,
            "The most characters of what is entered, and the most repositories of an integration.",
        ),
    ] {
        let _ = writeln!(text, "\n/** {meaning} */\nexport const {name} = {value:#} as const;");
    }
    text
}

/// What the form of a trusted issuer checks (ROBOT-02). A file of its own: pages that show none do not load it.
fn trusted_issuers() -> String {
    let public: BTreeMap<&str, Value> = issuers::PUBLIC_ISSUERS
        .iter()
        .map(|PublicIssuer { key, issuer, paths, names }| {
            (*key, json!({ "issuer": issuer, "paths": paths, "names": names }))
        })
        .collect();
    let limits = json!({
        "name": issuers::ISSUER_NAME_CHARS_MAX,
        "url": issuers::ISSUER_URL_BYTES_MAX,
        "audience": issuers::AUDIENCE_CHARS_MAX,
        "description": issuers::ISSUER_DESCRIPTION_CHARS_MAX,
        "rules": issuers::EXCHANGE_RULES_MAX,
        "claims": issuers::RULE_CLAIMS_MAX,
        "claimName": issuers::CLAIM_NAME_CHARS_MAX,
        "claimValue": issuers::CLAIM_VALUE_CHARS_MAX,
        "secondsMin": issuers::EXCHANGED_LIVES_S_MIN,
        "secondsMax": issuers::EXCHANGED_LIVES_S_MAX,
    });
    let mut text = MARK.to_owned();
    for (name, value, meaning) in [
        (
            "issuerLimits",
            limits,
            "The most characters, rules and claims that can be entered, and the lives of tokens.",
        ),
        (
            "claimsOfAll",
            json!(issuers::CLAIMS_OF_ALL),
            "Claims that all tokens of an issuer have, which distinguish none.",
        ),
        (
            "ownedSubjects",
            json!(issuers::OWNED_SUBJECTS),
            "Kinds of subjects with a path that begins with the owner.",
        ),
        (
            "publicIssuers",
            json!(public),
            "Issuers that anyone can have tokens of. Paths begin with the owner; names do not show it in part.",
        ),
    ] {
        let _ = writeln!(text, "\n/** {meaning} */\nexport const {name} = {value:#} as const;");
    }
    text
}

/// The labels of the facts of the installation, and an installation for tests.
fn facts() -> String {
    let unset = json!(Installation::default());
    let is_flag = |name: &&str| unset[*name].is_boolean();
    let flags: Vec<_> = INSTALLATION_FACTS.iter().map(|row| row.name).filter(is_flag).collect();
    let labels = INSTALLATION_FACTS.iter().fold(String::new(), |mut text, row| {
        let _ = writeln!(text, "  {}: {},", row.name, json!(row.label));
        text
    });
    format!(
        r#"{MARK}
import type {{ Installation }} from "./types";

/** The facts of the installation, by name, with their English labels. */
export const factLabels = {{
{labels}}} as const satisfies Record<keyof Installation, string>;

/** Those that are true or false. */
export const flags = {flags:#} as const satisfies readonly (keyof Installation)[];

/** An installation of which nothing is set. */
export const unsetInstallation: Installation = {unset:#};
"#,
        flags = json!(flags),
    )
}

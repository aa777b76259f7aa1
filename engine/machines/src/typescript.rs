//! What the browser's half of the console is generated from: types, charts, routes and constants as TypeScript.

mod charts;
mod constants;
mod routes;
mod types;

pub use types::{Declarations, declarations};

/// The first line of every generated file.
pub const MARK: &str =
    "// Generated from the state machines by `cargo test --test generated`. Do not edit.\n";

/// Every generated file: its name under `ui/src/generated`, and what it holds.
pub fn files() -> Vec<(&'static str, String)> {
    vec![
        ("types.ts", types::types()),
        ("charts.ts", charts::charts()),
        ("drawings.ts", charts::drawings()),
        ("routes.ts", routes::routes()),
        ("constants.ts", constants::constants()),
        ("packageTypes.ts", constants::package_types()),
        ("facts.ts", constants::facts()),
        ("git.ts", constants::git_facts()),
        ("trustedIssuers.ts", constants::trusted_issuers()),
    ]
}

//! The settings in `docs/waybill.example.toml` that are facts of the installation.

use serde_json::{Value, json};
use waybill_machines::facts::{Described, INSTALLATION_FACTS};
use waybill_machines::rules::features::Feature;
use waybill_platform::services::InstallationSettings;

const BEGIN: &str =
    "# What pages and menus depend on (this paragraph is generated from the table of facts).\n";
const END: &str = "\n\n";

/// The example with the settings of the table of facts in the place of those that it has.
pub fn within(example: &str) -> String {
    let (before, rest) = example.split_once(BEGIN).unwrap_or((example, ""));
    let (_, after) = rest.split_once(END).unwrap_or(("", rest));
    let defaults = json!(InstallationSettings::default());
    let settings = INSTALLATION_FACTS.iter().filter_map(|fact| {
        // Facts that are not settings have no default.
        defaults.get(fact.name).map(|default| setting(fact, default))
    });
    format!("{before}{BEGIN}{}{END}{after}", settings.collect::<Vec<_>>().join("\n"))
}

/// The comment and the line of one setting.
fn setting(fact: &Described, default: &Value) -> String {
    let about = fact.about.trim();
    let (about, value) = match (default, about.split_once(", such as `")) {
        (Value::Null, Some((about, example))) => {
            (format!("{about}."), json!(example.trim_end_matches("`.")).to_string())
        }
        // TOML writes truth values, texts and lists of them as JSON does.
        _ => (about.to_owned(), default.to_string().replace(',', ", ")),
    };
    let about = if fact.name == "features" {
        let known = Feature::ALL.map(|feature| json!(feature));
        let known: Vec<&str> = known.iter().filter_map(Value::as_str).collect();
        format!("{}, of: {}.", about.trim_end_matches('.'), known.join(", "))
    } else {
        about
    };
    format!("{}\n#{} = {value}", comment(&about), fact.name)
}

/// A longer line is broken.
const COLUMNS_MAX: usize = 120;

fn comment(text: &str) -> String {
    let mut lines = String::from("#");
    let mut columns = 1;
    for word in text.split(' ') {
        if columns + 1 + word.len() > COLUMNS_MAX {
            lines.push_str("\n#");
            columns = 1;
        }
        lines.push(' ');
        lines.push_str(word);
        columns += 1 + word.len();
    }
    lines
}

//! docs/monitoring: the alert rules and the dashboard use metrics and labels that a server has, and Prometheus accepts
//! them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use waybill_tests::{or_not_run, run};

use crate::metrics::{Sample, page, samples, used};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/monitoring")
}

/// The queries of the dashboard, with Grafana's variables replaced.
fn queries() -> Vec<String> {
    let text = fs::read_to_string(folder().join("dashboard.json")).expect("the dashboard");
    let dashboard: Value = serde_json::from_str(&text).expect("JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    let targets = panels.iter().filter_map(|panel| panel["targets"].as_array()).flatten();
    let queries = targets.map(|target| target["expr"].as_str().expect("a query"));
    queries
        .map(|query| query.replace("$__rate_interval", "5m").replace("$instance", ".*"))
        .collect()
}

/// Selectors such as `name{label="value"}`, as the name and the labels.
fn selectors(text: &str) -> Vec<(String, Vec<String>)> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let starts = text.match_indices("waybill_").chain(text.match_indices("process_"));
    let whole = starts.filter(|(at, _)| !text[..*at].ends_with(is_name));
    let named = whole.map(|(at, _)| {
        let rest = &text[at..];
        let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let inside = rest[end..].strip_prefix('{').and_then(|rest| rest.split('}').next());
        let labels = inside.unwrap_or_default().split(',').filter_map(|matcher| {
            Some(matcher.split(['=', '!']).next()?.trim().to_owned())
                .filter(|label| !label.is_empty())
        });
        (rest[..end].to_owned(), labels.collect())
    });
    named.collect()
}

/// The problem of a selector, if it cannot select anything of the page.
fn problem(samples: &[Sample], name: &str, labels: &[String]) -> Option<String> {
    let Some(sample) = samples.iter().find(|sample| sample.name == name) else {
        return Some(format!("{name} is not on the page"));
    };
    // Prometheus adds these.
    let own = labels.iter().filter(|label| !["instance", "job"].contains(&label.as_str()));
    let mut unknown = own.filter(|label| !sample.labels.contains_key(*label));
    unknown.next().map(|label| format!("{name} has no label {label}"))
}

#[test]
fn rules_and_dashboard_use_what_the_page_has() {
    run(async {
        let (_used, mut prometheus) = used().await;
        let samples = samples(&page(&mut prometheus).await);
        let rules = fs::read_to_string(folder().join("alerts.yml")).expect("the rules");
        // Sentences for people name metrics too, which have to exist as well.
        let mut selected = selectors(&rules);
        selected.extend(queries().iter().flat_map(|query| selectors(query)));
        let problems: BTreeSet<String> =
            selected.iter().filter_map(|(name, labels)| problem(&samples, name, labels)).collect();
        assert!(problems.is_empty(), "{problems:?}");
        // What is measured is shown.
        let shown: BTreeSet<&str> = selected.iter().map(|(name, _)| name.as_str()).collect();
        let base = |name: &str| name.trim_end_matches("_sum").trim_end_matches("_count").to_owned();
        let measured: BTreeSet<String> = samples.iter().map(|sample| base(&sample.name)).collect();
        let hidden: Vec<_> = measured
            .iter()
            .filter(|name| {
                !shown.contains(name.as_str()) && !shown.contains(format!("{name}_bucket").as_str())
            })
            .collect();
        assert!(hidden.is_empty(), "neither the rules nor the dashboard use {hidden:?}");
    });
}

fn promtool(arguments: &[&str], folder: &Path) -> Option<(bool, String)> {
    let output = Command::new("promtool").args(arguments).current_dir(folder).output();
    let output = or_not_run(output.ok(), "there is no promtool")?;
    let text = [output.stdout, output.stderr].concat();
    Some((output.status.success(), String::from_utf8_lossy(&text).into_owned()))
}

#[test]
fn the_alert_rules_pass_their_own_tests() {
    for arguments in [["check", "rules", "alerts.yml"], ["test", "rules", "alerts.test.yml"]] {
        let Some((is_right, output)) = promtool(&arguments, &folder()) else { return };
        assert!(is_right, "{output}");
    }
    let rules = fs::read_to_string(folder().join("alerts.yml")).expect("the rules");
    let tests = fs::read_to_string(folder().join("alerts.test.yml")).expect("their tests");
    for alert in rules.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")) {
        assert!(tests.contains(&format!("alertname=\"{alert}\"")), "no test lets {alert} fire");
    }
}

#[test]
fn prometheus_understands_the_queries_of_the_dashboard() {
    let queries = queries();
    assert!(queries.len() > 20, "{}", queries.len());
    let rules = queries.iter().enumerate();
    let rules: Vec<Value> = rules
        .map(|(number, query)| json!({ "record": format!("query:{number}"), "expr": query }))
        .collect();
    let place = tempfile::tempdir().expect("a directory");
    // JSON is YAML.
    let file = json!({ "groups": [{ "name": "dashboard", "rules": rules }] });
    fs::write(place.path().join("rules.yml"), file.to_string()).expect("a file");
    let Some((is_right, output)) = promtool(&["check", "rules", "rules.yml"], place.path()) else {
        return;
    };
    assert!(is_right, "{output}");
}

//! The metrics page: what Prometheus and its own checks make of it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::process::{Command, Stdio};

use waybill_platform::metric::{Kind, Metric};
use waybill_tests::{Browser, Place, Server, Tab, run};

use crate::secrets::free_port;
use crate::{ANN, PASSWORD, set_up};

/// A server whose metrics page has something to say.
pub async fn used() -> ((Server, Tab), Browser) {
    let address = free_port();
    let settings = format!(
        "metrics_listen = \"{address}\"\n[limits.session]\ntabs = 7\n\
         [installation.access]\nmfa_required = \"nobody\"\n"
    );
    let place = Place::new().with_settings(&settings);
    let server = place.start();
    set_up(&server).await;
    let mut browser = Browser::visiting(&server).await;
    assert_eq!(browser.log_in(ANN, "wrong horse 7 staple").await.status, 401);
    browser.sign_in(ANN, PASSWORD).await;
    let mut tab = Tab::open(&mut browser).await;
    assert_eq!(tab.go("/login").await["type"], "ack");
    let mut prometheus = Browser::new(&server);
    prometheus.address = address;
    ((server, tab), prometheus)
}

/// The page as text.
pub async fn page(prometheus: &mut Browser) -> String {
    let answer = prometheus.get("/metrics").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    String::from_utf8(answer.body.clone()).expect("UTF-8")
}

/// A line with a value: the name, the labels, and the value.
pub struct Sample {
    pub name: String,
    pub labels: BTreeMap<String, String>,
    value: String,
}

/// All lines with values.
pub fn samples(page: &str) -> Vec<Sample> {
    let lines = page.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(sample).collect()
}

fn sample(line: &str) -> Sample {
    let (series, value) = line.rsplit_once(' ').expect(line);
    let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
    let labels = labels.strip_suffix('}').expect(line);
    let pairs = labels.split("\",").filter(|pair| !pair.is_empty()).map(|pair| {
        let (label, value) = pair.split_once("=\"").expect(line);
        (label.to_owned(), value.trim_end_matches('"').to_owned())
    });
    let (name, labels) = (name.to_owned(), pairs.collect());
    Sample { name, labels, value: value.to_owned() }
}

/// The value of the series with these labels.
fn value(samples: &[Sample], name: &str, labels: &[(&str, &str)]) -> String {
    let has = |sample: &&Sample| {
        let mut labels = labels.iter();
        sample.name == name
            && labels
                .all(|(label, value)| sample.labels.get(*label).is_some_and(|has| has == value))
    };
    let mut found = samples.iter().filter(has);
    let value = found.next().unwrap_or_else(|| panic!("no {name} {labels:?}")).value.clone();
    assert!(found.next().is_none(), "several {name} {labels:?}");
    value
}

#[test]
fn every_metric_is_on_the_page_as_the_table_says() {
    run(async {
        let (_server, mut prometheus) = used().await;
        let page = page(&mut prometheus).await;
        let samples = samples(&page);
        let mut names = BTreeSet::new();
        for row in Metric::ALL.map(Metric::row) {
            assert!(page.contains(&format!("# HELP {} {}\n", row.name, row.help)), "{}", row.name);
            let kind = format!("# TYPE {} {}\n", row.name, row.kind.as_str());
            assert!(page.contains(&kind), "no {kind}");
            let parts: &[&str] = match row.kind {
                Kind::Histogram(_) => &["_bucket", "_sum", "_count"],
                Kind::Counter | Kind::Gauge => &[""],
            };
            for part in parts {
                let name = format!("{}{part}", row.name);
                let of_name: Vec<_> = samples.iter().filter(|sample| sample.name == name).collect();
                assert!(!of_name.is_empty(), "{name}");
                let wanted = row.labels.iter().copied().chain((*part == "_bucket").then_some("le"));
                let wanted: BTreeSet<&str> = wanted.collect();
                for sample in of_name {
                    let labels: BTreeSet<&str> = sample.labels.keys().map(String::as_str).collect();
                    assert_eq!(labels, wanted, "{name}");
                }
                names.insert(name);
            }
        }
        let other: Vec<_> = samples.iter().filter(|sample| !names.contains(&sample.name)).collect();
        assert!(other.is_empty(), "{} is not in the table", other[0].name);
    });
}

#[test]
fn the_page_says_what_has_happened() {
    run(async {
        let (_server, mut prometheus) = used().await;
        let samples = samples(&page(&mut prometheus).await);
        let of = |name: &str, labels: &[(&str, &str)]| -> f64 {
            value(&samples, name, labels).parse().expect(name)
        };
        let count = |name: &str, labels: &[(&str, &str)]| -> u64 {
            value(&samples, name, labels).parse().expect(name)
        };
        let login = ("route", "/ui/api/v1/ui/auth/login");
        let post = ("method", "POST");
        assert_eq!(count("waybill_http_requests_total", &[login, post, ("status", "4xx")]), 1);
        assert_eq!(count("waybill_http_requests_total", &[login, post, ("status", "2xx")]), 1);
        assert_eq!(count("waybill_http_request_duration_seconds_count", &[login, post]), 2);
        let password = ("step", "password");
        assert_eq!(count("waybill_sign_ins_total", &[password, ("outcome", "accepted")]), 1);
        assert_eq!(count("waybill_sign_ins_total", &[password, ("outcome", "rejected")]), 1);
        assert_eq!(count("waybill_sign_ins_total", &[password, ("outcome", "limited")]), 0);
        for journal in ["sessions", "platform"] {
            let journal = [("journal", journal)];
            let records = count("waybill_journal_records", &journal);
            assert!(records > 0, "{journal:?}");
            assert_eq!(count("waybill_journal_appended_records_total", &journal), records);
            assert!(count("waybill_journal_appended_bytes_total", &journal) > 200 * records);
            assert!(of("waybill_journal_append_duration_seconds_count", &journal) > 0.0);
            assert!(of("waybill_journal_append_duration_seconds_sum", &journal) > 0.0);
            assert_eq!(count("waybill_journal_queue_groups", &journal), 0);
        }
        let free = of("waybill_disk_free_bytes", &[]);
        assert!(free > 0.0 && free <= of("waybill_disk_size_bytes", &[]));
        for part in ["journal/sessions", "journal/platform", "vault", "log"] {
            assert!(of("waybill_data_directory_bytes", &[("part", part)]) > 0.0, "{part}");
        }
        let tabs = [("scope", "session"), ("resource", "tabs"), ("per", "at_once")];
        assert_eq!(count("waybill_budget_limit", &tabs), 7);
        let sockets = count("waybill_budget_held", &[("scope", "person"), ("resource", "sockets")]);
        assert_eq!(sockets, 1);
        assert!(of("process_resident_memory_bytes", &[]) > 1e6);
    });
}

/// Prometheus' own check: names, units, help texts.
#[test]
fn promtool_has_nothing_to_object() {
    let mut promtool = Command::new("promtool");
    promtool.args(["check", "metrics"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut promtool) = promtool.stderr(Stdio::piped()).spawn() else {
        println!("NOT RUN: there is no promtool");
        return;
    };
    run(async {
        let (_server, mut prometheus) = used().await;
        let page = page(&mut prometheus).await;
        let mut input = promtool.stdin.take().expect("its input");
        input.write_all(page.as_bytes()).expect("it reads");
        drop(input);
        let checked = promtool.wait_with_output().expect("it ends");
        let output = [checked.stdout, checked.stderr].concat();
        let output = String::from_utf8_lossy(&output);
        assert!(checked.status.success() && output.is_empty(), "{output}");
    });
}

//! Traces: spans in a collector, and `traceparent` in and out.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use waybill_tests::{Browser, Place, Request, Tab, run};

use crate::remote::{Platform, TOKEN, http, token_file};
use crate::secrets::free_port;
use crate::{own, signed_in, written};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

/// A collector that takes OTLP in JSON.
struct Collector {
    address: SocketAddr,
    taken: Arc<Mutex<Vec<Value>>>,
}

impl Collector {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let taken = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&taken);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let body = take(stream);
                kept.lock().expect("no test panicked").push(body);
            }
        });
        Self { address, taken }
    }

    fn bodies(&self) -> Vec<Value> {
        self.taken.lock().expect("no test panicked").clone()
    }

    fn spans(&self) -> Vec<Value> {
        let of = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
        let scopes = self.bodies().into_iter().flat_map(move |body| of(&body, "resourceSpans"));
        let scopes = scopes.flat_map(move |resource| of(&resource, "scopeSpans"));
        scopes.flat_map(move |scope| of(&scope, "spans")).collect()
    }
}

/// Reads a request, checks its head, and answers it.
fn take(mut stream: TcpStream) -> Value {
    let mut request = Vec::new();
    let mut some = [0; 16_384];
    let (head, mut body) = loop {
        let read = stream.read(&mut some).expect("a request");
        assert!(read > 0, "the request ends early");
        request.extend_from_slice(&some[..read]);
        if let Some(end) = request.windows(4).position(|end| end == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&request[..end]).to_ascii_lowercase();
            break (head, request.split_off(end + 4));
        }
    };
    assert!(head.starts_with("post /base/v1/traces http/1.1"), "{head}");
    assert!(head.contains("content-type: application/json"), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = length.expect(&head).parse().expect("a number");
    while body.len() < length {
        let read = stream.read(&mut some).expect("a body");
        body.extend_from_slice(&some[..read]);
    }
    let answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    stream.write_all(answer.as_bytes()).expect("it is read");
    serde_json::from_slice(&body).expect("JSON")
}

fn attribute<'a>(attributes: &'a Value, key: &str) -> Option<&'a str> {
    let all = attributes.as_array().expect("attributes");
    let value = &all.iter().find(|attribute| attribute["key"] == key)?["value"];
    value["stringValue"].as_str().or_else(|| value["intValue"].as_str())
}

fn settings(collector: SocketAddr, more: &str) -> String {
    format!(
        "[telemetry]\nendpoint = \"http://{collector}/base/\"\n{more}\n\
         [outbound]\nallow = [\"127.0.0.1/32:{}\"]\n\
         [installation.access]\nmfa_required = \"nobody\"\n",
        collector.port()
    )
}

/// A request with the header of a caller that records its trace, or does not.
fn called_by(trace: &str, flags: &str) -> Request {
    Request::new("GET", "system/version")
        .header("traceparent", &format!("00-{trace}-{CALLER}-{flags}"))
}

#[test]
fn spans_have_the_trace_ids_of_the_log_and_of_the_caller() {
    run(async {
        let collector = Collector::start();
        let place = Place::new().with_settings(&settings(collector.address, ""));
        let server = place.start();
        let mut browser = Browser::visiting(&server).await;
        let answer = browser.send(called_by(TRACE, "01")).await;
        assert_eq!((answer.status, answer.header("x-trace-id")), (200, Some(TRACE)));
        let unrecorded = "a".repeat(32);
        assert_eq!(browser.send(called_by(&unrecorded, "00")).await.status, 200);
        let own = browser.get("nothing").await;
        let own = own.header("x-trace-id").expect("a trace").to_owned();
        let mut tab = Tab::open(&mut browser).await;
        assert_eq!(tab.go("/login").await["type"], "ack");
        let log = place.data().join("log/artifactory/artifactory-request.log");
        let log = written(&log, &own).await;
        assert!(log.contains(TRACE) && log.contains(&unrecorded), "{log}");
        // What waits is sent before the server ends.
        assert!(server.stop().success());

        let spans = collector.spans();
        let of_trace = |trace: &str| {
            let mut found = spans.iter().filter(|span| span["traceId"] == trace);
            (found.next().cloned(), found.count())
        };
        let (Some(called), 0) = of_trace(TRACE) else { panic!("{spans:?}") };
        assert_eq!(called["parentSpanId"], CALLER);
        assert_eq!(called["name"], "GET /ui/api/v1/system/version");
        assert_eq!(called["kind"], 2);
        let attributes = &called["attributes"];
        assert_eq!(attribute(attributes, "http.route"), Some("/ui/api/v1/system/version"));
        assert_eq!(attribute(attributes, "http.response.status_code"), Some("200"));
        let nanoseconds =
            |key: &str| -> u64 { called[key].as_str().expect("a text").parse().expect("a number") };
        let took = nanoseconds("endTimeUnixNano") - nanoseconds("startTimeUnixNano");
        assert!(took > 0 && took < 60_000_000_000, "{took}");
        assert_eq!(of_trace(&unrecorded), (None, 0));
        let (Some(unknown), 0) = of_trace(&format!("{own:0>32}")) else { panic!("{spans:?}") };
        assert_eq!(unknown["parentSpanId"], Value::Null);
        let command = spans.iter().find(|span| span["name"] == "command").expect("a command");
        assert_eq!(attribute(&command["attributes"], "waybill.machine"), Some("navigation"));
        let resource = &collector.bodies()[0]["resourceSpans"][0]["resource"]["attributes"];
        assert_eq!(attribute(resource, "service.name"), Some("waybill"));
    });
}

#[test]
fn a_request_to_another_platform_continues_the_trace() {
    run(async {
        let (collector, platform) = (Collector::start(), Platform::start());
        platform.reply_with(http("200 OK", "{\"enabled\":true}"));
        let place = Place::new();
        let token = token_file(&place, TOKEN);
        let (to, at) = (collector.address, platform.address);
        let place = place.with_settings(&format!(
            "[telemetry]\nendpoint = \"http://{to}/base\"\n\
             [remote]\nurl = \"http://{at}/ui/api/v1\"\ntoken_file = \"{}\"\nanswers = [\"retention\"]\n\
             [outbound]\nallow = [\"127.0.0.1/32:{}\", \"127.0.0.1/32:{}\"]\n\
             [installation.access]\nmfa_required = \"nobody\"\n",
            token.display(),
            to.port(),
            at.port()
        ));
        let server = own(&place).await;
        let mut browser = signed_in(&server).await;
        platform.requests.lock().expect("no test panicked").clear();
        let call = Request::new("GET", "ui/bundle/retention/config/enable");
        let call = call.header("traceparent", &format!("00-{TRACE}-{CALLER}-01"));
        let _ = browser.send(call).await;
        let requests = platform.requests.lock().expect("no test panicked").clone();
        let named = requests.iter().flat_map(|head| head.lines()).find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            (name.eq_ignore_ascii_case("traceparent") && value.contains(TRACE)).then_some(value)
        });
        let named = named.unwrap_or_else(|| panic!("{requests:?}")).to_owned();
        assert!(server.stop().success());

        let spans = collector.spans();
        let of_kind = |kind: u64| {
            let mut all = spans.iter().filter(|span| span["traceId"] == TRACE);
            all.find(|span| span["kind"] == kind).unwrap_or_else(|| panic!("{kind} in {spans:?}"))
        };
        let (received, sent) = (of_kind(2), of_kind(3));
        let id = sent["spanId"].as_str().expect("an id");
        assert_eq!(named, format!("00-{TRACE}-{id}-01"));
        assert_eq!(sent["parentSpanId"], received["spanId"]);
        assert_eq!(attribute(&sent["attributes"], "server.address"), Some("127.0.0.1"));
        assert_eq!(attribute(&sent["attributes"], "http.response.status_code"), Some("200"));
    });
}

/// The value of a series of the metrics page.
async fn counted(prometheus: &mut Browser, series: &str) -> u64 {
    let page = prometheus.get("/metrics").await;
    let page = String::from_utf8_lossy(&page.body).into_owned();
    let value = page.lines().find_map(|line| line.strip_prefix(series)).expect(series);
    value.trim().parse().expect(series)
}

#[test]
fn a_collector_that_hangs_or_is_away_costs_no_request_anything() {
    run(async {
        // It accepts connections, by the system's backlog, and never answers.
        let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
        let metrics = free_port();
        let more = "queue_spans = 16";
        let settings = settings(silent.local_addr().expect("an address"), more);
        let place =
            Place::new().with_settings(&format!("metrics_listen = \"{metrics}\"\n{settings}"));
        let server = place.start();
        let mut browser = Browser::visiting(&server).await;
        let mut prometheus = Browser::new(&server);
        prometheus.address = metrics;
        let since = Instant::now();
        for _ in 0..3 {
            for _ in 0..100 {
                assert_eq!(browser.get("session").await.status, 200);
            }
            tokio::time::sleep(Duration::from_millis(1_200)).await;
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{:?}", since.elapsed());
        let full = "waybill_spans_dropped_total{reason=\"queue_full\"}";
        assert!(counted(&mut prometheus, full).await > 200);
        drop(silent);
        written(&place.path("log"), "the collector of traces does not take spans").await;
        let lost = "waybill_spans_dropped_total{reason=\"not_delivered\"}";
        assert!(counted(&mut prometheus, lost).await > 0);
        assert_eq!(counted(&mut prometheus, "waybill_spans_exported_total").await, 0);
        assert!(server.stop().success());
        let log = place.log();
        assert_eq!(log.matches("does not take spans").count(), 1, "{log}");
    });
}

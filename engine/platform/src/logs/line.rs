//! The lines of the log files. Text from outside is escaped first, so that no name, path or message can end a line,
//! begin another, or colour a terminal.

use std::fmt::Write as _;
use std::net::IpAddr;

use waybill_machines::Timestamp;
use waybill_machines::rules::services::ServiceId;

use crate::access::Source;
use crate::trace::Trace;

/// The longest line, in bytes.
pub const LINE_BYTES_MAX: usize = 8 * 1024;
/// The longest field with text from outside, in characters.
const FIELD_CHARS_MAX: usize = 1_024;
/// A run of letters and digits of this length or more is treated as a token.
const TOKEN_CHARS: usize = 32;
/// The query parameters that may be logged, if their values are plain. All others may carry a secret.
const QUERY_NAMES: [&str; 12] = [
    "before",
    "file",
    "file_size",
    "id",
    "limit",
    "node",
    "nodeId",
    "num_of_rows",
    "offset",
    "project",
    "service",
    "_spring_security_remember_me",
];

/// Replaces invisible characters by their escapes: `\n`, `\u{1b}`. The result is one line.
pub fn inert(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for character in text.chars() {
        if is_active(character) {
            made.extend(character.escape_default());
        } else {
            made.push(character);
        }
    }
    cut(&mut made, LINE_BYTES_MAX);
    made
}

/// A field between bars: escaped, without bars in it, and never empty.
fn field(text: &str) -> String {
    let short: String = text.chars().take(FIELD_CHARS_MAX).collect();
    let made = inert(&short).replace('|', "\\u{7c}");
    if made.is_empty() { "-".to_owned() } else { made }
}

/// Controls, line and paragraph separators, and characters that change the direction or are invisible.
pub fn is_active(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn cut(text: &mut String, bytes_max: usize) {
    if text.len() > bytes_max {
        let mut end = bytes_max - '…'.len_utf8();
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push('…');
    }
}

/// A line of a service log: `Time [type] [LEVEL] [trace] [where] - message`.
pub fn service_line(
    at: Timestamp,
    service: ServiceId,
    level: &str,
    trace: Option<&Trace>,
    target: &str,
    message: &str,
) -> String {
    let trace = trace.map_or_else(String::new, Trace::to_string);
    let prefix = service.prefix();
    inert(&format!("{at} [{prefix:<5}] [{level:<5}] [{trace:<16}] [{target}] - {message}"))
}

/// A request and its response.
#[derive(Debug, Clone)]
pub struct Answered {
    /// When it arrived.
    pub at: Timestamp,
    /// Its trace.
    pub trace: Trace,
    /// The address of the client.
    pub address: Option<IpAddr>,
    /// The opaque id of the user whose session it belongs to, since a name in a file could not be erased.
    pub user: String,
    /// The HTTP method.
    pub method: String,
    /// Path and query as received.
    pub uri: String,
    /// The status of the response.
    pub status: u16,
    /// The length of the response in bytes, if it is known beforehand.
    pub bytes: Option<u64>,
    /// How long the response took, in milliseconds.
    pub took_ms: u64,
    /// The user agent.
    pub agent: String,
}

/// A line of a request log:
/// `Timestamp|TraceId|RemoteAddr|User|Method|URL|Status|ReqLen(-1)|RespLen|DurationMs|UserAgent`.
pub fn request_line(answered: &Answered) -> String {
    let Answered { at, trace, status, took_ms, .. } = answered;
    let (address, user) = (address(answered.address), field(&answered.user));
    let (method, url) = (field(&answered.method), field(&loggable(&answered.uri)));
    let (agent, bytes) = (field(&answered.agent), bytes(answered.bytes));
    format!("{at}|{trace}|{address}|{user}|{method}|{url}|{status}|-1|{bytes}|{took_ms}|{agent}")
}

/// A line of an access log: `Time [trace] [ACCEPTED LOGIN] what for user/address`.
pub fn access_line(answered: &Answered, accepted: bool, what: &str) -> String {
    let Answered { at, trace, .. } = answered;
    let outcome = if accepted { "ACCEPTED" } else { "DENIED" };
    let (address, user) = (address(answered.address), field(&answered.user));
    let path = field(&loggable(answered.uri.split('?').next().unwrap_or_default()));
    format!("{at} [{trace}] [{outcome} {what}] {path} for {user}/{address}")
}

/// A line of an audit log:
/// `Date|TraceId|UserIP|User|Principal|Entity|C/U/D|kind|{"added":{},"removed":{}}`.
#[derive(Debug, Clone)]
pub struct AuditEntry {
    /// When it happened.
    pub at: Timestamp,
    /// The trace that it belongs to, if it was caused by a request.
    pub trace: Option<Trace>,
    /// The source of the request, if it is still known.
    pub source: Option<Source>,
    /// The opaque id of the user, or another actor.
    pub user: String,
    /// The stream that was changed.
    pub entity: String,
    /// `C`, `U` or `D`.
    pub action: char,
    /// The kind of object, in three letters.
    pub kind: &'static str,
    /// What was added and removed, as JSON without any secret.
    pub change: String,
}

/// Formats the line.
pub fn audit_line(audited: &AuditEntry) -> String {
    let AuditEntry { at, action, kind, .. } = audited;
    let trace = audited.trace.as_ref().map_or_else(|| "-".to_owned(), Trace::to_string);
    let source = field(audited.source.as_ref().map_or("", Source::as_str));
    let (user, entity) = (field(&audited.user), field(&audited.entity));
    let change = inert(&audited.change);
    format!("{at}|{trace}|{source}|{user}|{user}|{entity}|{action}|{kind}|{change}")
}

fn address(address: Option<IpAddr>) -> String {
    address.map_or_else(|| "-".to_owned(), |address| address.to_canonical().to_string())
}

fn bytes(bytes: Option<u64>) -> String {
    bytes.map_or_else(|| "-1".to_owned(), |bytes| bytes.to_string())
}

/// An address that may be logged: of the query only parameters that are known to carry no secret, with plain values,
/// and without runs of characters that could be a token.
fn loggable(uri: &str) -> String {
    let (path, query) =
        uri.split_once('?').map_or((uri, None), |(path, query)| (path, Some(query)));
    let mut made = without_tokens(path);
    let Some(query) = query else { return made };
    let mut separator = '?';
    let mut left_out = false;
    for pair in query.split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        if QUERY_NAMES.contains(&name) && is_plain(value) {
            let _ = write!(made, "{separator}{name}={value}");
            separator = '&';
        } else {
            left_out = true;
        }
    }
    if left_out {
        made.push(separator);
        made.push('…');
    }
    made
}

fn is_plain(value: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    value.len() < TOKEN_CHARS && value.bytes().all(is_plain)
}

fn without_tokens(path: &str) -> String {
    let is_run = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '%' | '=');
    let mut made = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(first) = rest.chars().next() {
        let end = if is_run(first) {
            rest.find(|c| !is_run(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (run, after) = rest.split_at(end);
        made.push_str(if run.len() >= TOKEN_CHARS { "…" } else { run });
        rest = after;
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(uri: &str, agent: &str) -> Answered {
        Answered {
            at: Timestamp::from_ms(0),
            trace: Trace::parse("9f2c0000aaaa1111").unwrap(),
            address: Some("::ffff:192.0.2.1".parse().unwrap()),
            user: "p_1".into(),
            method: "GET".into(),
            uri: uri.into(),
            status: 200,
            bytes: None,
            took_ms: 3,
            agent: agent.into(),
        }
    }

    /// covers: [LOGV-02]
    #[test]
    fn every_request_is_one_line_of_eleven_fields() {
        let line = request_line(&answered("/ui/api/v1/x", "Mozilla\r\nforged|x\u{1b}[31m\u{202e}"));
        assert_eq!(
            line,
            "1970-01-01T00:00:00.000Z|9f2c0000aaaa1111|192.0.2.1|p_1|GET|/ui/api/v1/x|200|-1|-1|3|\
             Mozilla\\r\\nforged\\u{7c}x\\u{1b}[31m\\u{202e}"
        );
        let endless = request_line(&answered(&"/a|".repeat(100_000), &"x".repeat(100_000)));
        assert_eq!(endless.split('|').count(), 11);
        assert!(endless.len() < LINE_BYTES_MAX * 2);
        let access = access_line(&answered("/ui/auth/login?password=x", ""), false, "LOGIN");
        assert_eq!(
            access,
            "1970-01-01T00:00:00.000Z [9f2c0000aaaa1111] [DENIED LOGIN] /ui/auth/login for p_1/192.0.2.1"
        );
    }

    /// covers: [EVT-08]
    #[test]
    fn possible_secrets_are_removed_from_addresses() {
        assert_eq!(loggable("/ui/setup?token=abc"), "/ui/setup?…");
        let reset = "/ui/login/reset-password";
        assert_eq!(loggable(&format!("{reset}?key=r_0a1b.2c3d")), format!("{reset}?…"));
        assert_eq!(
            loggable("/ui/login?jfClientSession=0a1b&id=artifactory-service.log&key=x"),
            "/ui/login?id=artifactory-service.log&…"
        );
        assert_eq!(loggable(&format!("/x?id={}", "a".repeat(40))), "/x?…");
        assert_eq!(loggable(&format!("/token/{}/end", "0a1b".repeat(9))), "/token/…/end");
        let client = "/access/api/v2/authentication/jfrog_client_login/token/5b0c0c1e-5f1d-4ee1-9f0f-0d2a4b3c1d2e";
        assert_eq!(loggable(client), "/access/api/v2/authentication/jfrog_client_login/token/…",);
        assert_eq!(loggable("/ui/js/login-BC6SOQiX.js"), "/ui/js/login-BC6SOQiX.js");
    }

    #[test]
    fn a_message_cannot_forge_a_line() {
        let message = "a\n1970-01-01T00:00:00.000Z [jfrt ] [ERROR] forged\u{85}\u{2028}x";
        let (at, service) = (Timestamp::from_ms(0), ServiceId::Artifactory);
        let line = service_line(at, service, "INFO", None, "waybill", message);
        assert_eq!(line.lines().count(), 1);
        assert!(line.contains("a\\n1970") && line.contains("forged\\u{85}\\u{2028}x"), "{line}");
    }
}

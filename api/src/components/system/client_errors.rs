//! Error reports of console pages, which are written to the server's log only.

use std::collections::HashMap;
use std::sync::Mutex;

use axum::Json;
use axum::extract::State;
use waybill_engine::SessionId;
use waybill_machines::Timestamp;
use waybill_machines::rules::display_text::is_invisible;

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::{Body, check_length};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::session::ClientError;

/// Reports per session and minute. A page has few different errors; a loop repeats one.
const REPORTS_PER_MINUTE: u32 = 20;
/// Reports of all sessions per minute, so that the log cannot be filled from outside.
const REPORTS_PER_MINUTE_ALL: u32 = 600;
const MINUTE_MS: i64 = 60_000;
/// A run of letters and digits of at least this length is treated as a token.
const TOKEN_CHARS: usize = 32;

/// `POST ui/clientErrors`: writes a line to the log. No record is written.
pub async fn report(
    State(state): State<AppState>,
    caller: Caller,
    Body(body): Body<ClientError>,
) -> Result<Json<Empty>, ApiError> {
    check_length(&[("what", &body.what), ("detail", &body.detail)])?;
    let now = state.engine.now();
    state.client_errors.admit(caller.session(), now).map_err(ApiError::too_many_reports)?;
    let (session, what, detail) = (caller.session(), inert(&body.what), inert(&body.detail));
    tracing::warn!(%session, what, detail, "a page of the console reports an error");
    Ok(Json(Empty {}))
}

/// The number of reports of each session in the current minute. Telemetry: memory only.
#[derive(Debug, Default)]
pub struct Reports {
    minute: Mutex<Minute>,
}

#[derive(Debug, Default)]
struct Minute {
    since: Option<Timestamp>,
    all: u32,
    by_session: HashMap<SessionId, u32>,
}

impl Reports {
    /// Counts a report, or returns the wait in milliseconds.
    fn admit(&self, session: &SessionId, now: Timestamp) -> Result<(), i64> {
        let mut minute = self.minute.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let passed_ms = minute.since.map_or(MINUTE_MS, |since| now.ms_since(since));
        // If the clock was set back, a new minute begins as well.
        if !(0..MINUTE_MS).contains(&passed_ms) {
            *minute = Minute { since: Some(now), ..Minute::default() };
        }
        let count = minute.by_session.get(session).copied().unwrap_or(0);
        if count >= REPORTS_PER_MINUTE || minute.all >= REPORTS_PER_MINUTE_ALL {
            return Err(MINUTE_MS - passed_ms.clamp(0, MINUTE_MS - 1));
        }
        minute.all += 1;
        minute.by_session.insert(session.clone(), count + 1);
        Ok(())
    }
}

/// Makes a text from outside safe for the log: one line, no control characters, no URL query and nothing that looks
/// like a token, since a page's URLs may contain one.
fn inert(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    let mut run = String::new();
    let mut in_query = false;
    for character in text.chars().chain(['\n']) {
        if in_query {
            let ends = character.is_whitespace() || matches!(character, '"' | '\'' | ')' | '>');
            if !ends {
                continue;
            }
            in_query = false;
        }
        if character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '+') {
            run.push(character);
            continue;
        }
        if run.len() >= TOKEN_CHARS {
            made.push('…');
        } else {
            made.push_str(&run);
        }
        run.clear();
        match character {
            '?' => {
                made.push_str("?…");
                in_query = true;
            }
            // Bidirectional controls and invisible characters could make a line appear as another.
            character if is_invisible(character) => made.push(' '),
            character => made.push(character),
        }
    }
    made.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_logged_as_one_line_without_tokens() {
        assert_eq!(inert("a\r\nWARN forged\u{1b}[31m \u{202e}x"), "a  WARN forged [31m  x");
        assert_eq!(
            inert("at (https://h/ui/setup?token=abc&x=1) next"),
            "at (https://h/ui/setup?…) next"
        );
        let token = "0a1b".repeat(16);
        assert_eq!(inert(&format!("saw {token}, it was")), "saw …, it was");
        assert_eq!(
            inert("ChunkLoadError: /ui/js/login-BC6SOQiX.js:1:20"),
            "ChunkLoadError: /ui/js/login-BC6SOQiX.js:1:20"
        );
    }

    #[test]
    fn reports_are_limited_per_session_and_in_total() {
        let reports = Reports::default();
        let at = |ms: i64| Timestamp::from_ms(1_700_000_000_000 + ms);
        let one = SessionId::fresh();
        for _ in 0..REPORTS_PER_MINUTE {
            assert_eq!(reports.admit(&one, at(0)), Ok(()));
        }
        assert_eq!(reports.admit(&one, at(20_000)), Err(40_000));
        assert_eq!(reports.admit(&SessionId::fresh(), at(20_000)), Ok(()));
        assert_eq!(reports.admit(&one, at(60_000)), Ok(()));
        for _ in 1..REPORTS_PER_MINUTE_ALL {
            assert_eq!(reports.admit(&SessionId::fresh(), at(60_001)), Ok(()));
        }
        assert!(reports.admit(&SessionId::fresh(), at(60_001)).is_err());
    }
}

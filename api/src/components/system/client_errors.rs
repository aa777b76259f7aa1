//! Error reports of console pages, which are written to the server's log only.

use axum::Json;
use axum::extract::State;
use waybill_engine::SessionId;
use waybill_machines::rules::display_text::is_invisible;
use waybill_platform::limits::{Allowance, Budget, Exceeded, Rate, Resource, Scope};

use crate::caller::Caller;
use crate::error::ApiError;
use crate::extract::{Body, check_length};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::session::ClientError;

/// Reports of a session. A page has few different errors; a loop repeats one.
const EACH: Allowance = Allowance::new(20, 20);
/// Reports of all sessions, so that the log cannot be filled from outside.
const ALL: Allowance = Allowance::new(600, 600);
/// A run of letters and digits of at least this length is treated as a token.
const TOKEN_CHARS: usize = 32;

/// `POST ui/clientErrors`: writes a line to the log. No record is written.
pub async fn report(
    State(state): State<AppState>,
    caller: Caller,
    Body(body): Body<ClientError>,
) -> Result<Json<Empty>, ApiError> {
    check_length(&[("what", &body.what), ("detail", &body.detail)])?;
    state.client_errors.admit(caller.session()).map_err(ApiError::too_many_reports)?;
    let (session, what, detail) = (caller.session(), inert(&body.what), inert(&body.detail));
    tracing::warn!(%session, what, detail, "a page of the console reports an error");
    Ok(Json(Empty {}))
}

/// How many reports are taken. Telemetry: memory only.
#[derive(Debug)]
pub struct Reports {
    each: Rate<SessionId>,
    all: Rate<()>,
}

impl Default for Reports {
    fn default() -> Self {
        let budget = |scope| Budget(scope, Resource::ErrorReports);
        Self {
            each: Rate::new(budget(Scope::Session), EACH),
            all: Rate::new(budget(Scope::Server), ALL),
        }
    }
}

impl Reports {
    fn admit(&self, session: &SessionId) -> Result<(), Exceeded> {
        self.each.take(session, 1)?;
        self.all.take(&(), 1)
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
        let (reports, one) = (Reports::default(), SessionId::fresh());
        let admitted = |session: &SessionId| reports.admit(session).is_ok();
        assert_eq!((0..30).filter(|_| admitted(&one)).count(), 20);
        // Some come back meanwhile.
        let others = (0..600).filter(|_| admitted(&SessionId::fresh())).count();
        assert!((580..600).contains(&others), "{others}");
    }
}

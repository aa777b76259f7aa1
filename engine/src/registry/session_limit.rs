//! A rate limit for new sessions per source. Each session costs memory, and records once it is used, so a client that
//! keeps sending requests without a cookie is slowed down.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use waybill_machines::Timestamp;
use waybill_platform::access::Source;

/// The default limit of new sessions per source and minute: a whole office may share one address.
pub const NEW_SESSIONS_PER_MINUTE: u32 = 300;

const MINUTE_MS: i64 = 60_000;
/// How many sources are tracked. Beyond that, those whose allowance is complete again are removed.
const SOURCES_MAX: usize = 20_000;

/// The allowances of all sources, each stored as the time at which it is complete again.
#[derive(Debug, Default)]
pub(super) struct SessionLimiter(Mutex<HashMap<Source, Timestamp>>);

impl SessionLimiter {
    /// Records a new session of a source, or returns how many milliseconds the source has to wait.
    pub fn admit(&self, source: &Source, a_minute: u32, now: Timestamp) -> Result<(), i64> {
        let mut sources = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sources.len() >= SOURCES_MAX {
            sources.retain(|_, whole_at| *whole_at > now);
            if sources.len() >= SOURCES_MAX {
                // An attack from this many sources is not limited here; the number of sessions bounds its cost.
                return Ok(());
            }
        }
        let each_ms = MINUTE_MS / i64::from(a_minute.max(1));
        let whole_at = sources.get(source).copied().unwrap_or(now).max(now).plus_ms(each_ms.max(1));
        let beyond = whole_at.ms_since(now) - MINUTE_MS;
        if beyond > 0 {
            return Err(beyond);
        }
        sources.insert(source.clone(), whole_at);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_is_available_at_once_and_then_refills() {
        let (session_limit, now) = (SessionLimiter::default(), Timestamp::from_ms(1_000_000));
        let source = Source::named("192.0.2.1");
        let admitted =
            |at| (0..500).filter(|_| session_limit.admit(&source, 60, at).is_ok()).count();
        assert_eq!(admitted(now), 60);
        assert_eq!(admitted(now.plus_ms(3_000)), 3);
        assert!(
            session_limit.admit(&source, 60, now.plus_ms(3_000)).is_err_and(|wait| wait <= 1_000)
        );
        assert!(session_limit.admit(&Source::named("192.0.2.2"), 60, now).is_ok());
    }
}

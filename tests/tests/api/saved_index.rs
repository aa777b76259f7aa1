//! The saved index of sessions: a start continues from it, and reads what it does not know or cannot trust.

use std::fs;
use std::path::PathBuf;

use waybill_engine::{Clock as _, SessionCredentials, SessionToken};
use waybill_machines::MachineName;
use waybill_platform::access::MfaPolicy;
use waybill_platform::secret::sha256_hex;
use waybill_tests::run;

use crate::engine_fixture::EngineFixture;
use crate::unattended::{DAY_MS, STARTING};

pub(crate) fn file_of(fixture: &EngineFixture) -> PathBuf {
    fixture.vault.path().join("sessions.index")
}

/// A session with a sign-in in which the application has started.
pub(crate) async fn signed_in(
    fixture: &EngineFixture,
    name: &str,
) -> (SessionCredentials, SessionToken) {
    let (credentials, _) = fixture.begin();
    let token = fixture.log_in(&credentials, name).await.1.expect("a cookie");
    let ready = fixture.engine.settle(&credentials.session, MachineName::Startup, STARTING).await;
    ready.expect("ready");
    (fixture.engine.credentials_of(&token).expect("a valid cookie"), token)
}

/// covers: [EVT-06]
#[test]
fn a_start_continues_from_the_saved_index_and_the_records_after_it() {
    run(async {
        let before = EngineFixture::new(MfaPolicy::Optional);
        before.user("ann").await;
        let (_, kept) = signed_in(&before, "ann").await;
        let (leaving, left) = signed_in(&before, "ann").await;
        before.engine.save_index(&file_of(&before), true).await.expect("saved");
        before.engine.log_out(&leaving).await.expect("logged out");
        let (_, new) = signed_in(&before, "ann").await;

        let after = before.restarted(before.clock.now());
        assert!(after.engine.session_of(&kept).is_some());
        assert!(after.engine.session_of(&left).is_none());
        let credentials =
            after.engine.credentials_of(&new).expect("the session that began after the index");
        let person = after.engine.person_of(&credentials.session).expect("ann");
        assert_eq!(after.engine.sessions_of(&person).len(), 2);

        // The session that was not read has its deadline all the same.
        after.clock.advance_ms(DAY_MS / 2);
        for _ in 0..600 {
            if after.engine.session_of(&kept).is_none() {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        panic!("the session did not expire");
    });
}

/// A session that continues from its bookmark has the facts, states and commands that it had.
#[test]
fn a_session_continues_from_its_bookmark_as_it_was() {
    run(async {
        let before = EngineFixture::new(MfaPolicy::Optional);
        before.user("ann").await;
        let (credentials, _) = signed_in(&before, "ann").await;
        before.go(&credentials, "t_0123456789abcdef").await.expect("navigated");
        let was = before.engine.inspect(&credentials.session).await.expect("a state");
        before.engine.save_index(&file_of(&before), true).await.expect("saved");

        let after = before.restarted(before.clock.now());
        let is = after.engine.inspect(&credentials.session).await.expect("a state");
        assert_eq!(was.states(), is.states());
        assert_eq!((was.head(), was.bookmark()), (is.head(), is.bookmark()));
    });
}

#[test]
fn an_index_that_is_damaged_or_of_another_history_is_ignored() {
    run(async {
        let before = EngineFixture::new(MfaPolicy::Optional);
        before.user("ann").await;
        let (credentials, token) = signed_in(&before, "ann").await;
        let file = file_of(&before);
        before.engine.save_index(&file, true).await.expect("saved");
        let saved = fs::read_to_string(&file).expect("the index");
        let (saved, _) = saved.rsplit_once('\n').expect("the digest of the text");
        let foreign = saved.replace("\"epoch\":\"epoch\"", "\"epoch\":\"other\"");
        assert_ne!(saved, foreign);
        let last = saved.find("\"last\":\"").expect("the newest hash") + "\"last\":\"".len();
        let mut rolled_back = saved.to_owned();
        rolled_back.replace_range(last..last + 4, "0000");
        for text in ["", "{}", &saved[..saved.len() / 2], &foreign, &rolled_back] {
            // What it says of sessions must not be believed.
            let text =
                text.replace(credentials.session.as_str(), "0192f0c1-0000-7000-8000-000000000000");
            let digest = sha256_hex(text.as_bytes());
            fs::write(&file, format!("{text}\n{digest}")).expect("written");
            let after = before.restarted(before.clock.now());
            assert_eq!(after.engine.session_of(&token).as_ref(), Some(&credentials.session));
            assert_eq!(after.engine.counts().0, 1);
        }
        // One bit of a session's id, under the digest of the whole text.
        let digest = sha256_hex(saved.as_bytes());
        let other =
            saved.replace(credentials.session.as_str(), "0192f0c1-0000-7000-8000-000000000000");
        fs::write(&file, format!("{other}\n{digest}")).expect("written");
        let after = before.restarted(before.clock.now());
        assert_eq!(after.engine.session_of(&token).as_ref(), Some(&credentials.session));
    });
}

//! The session of a client is in no record and no log.

use waybill_tests::{Place, run};

use super::{accepted, begin, confirm, granted, outcome, session, token};
use crate::secrets::{contains, files, searchable};
use crate::{own, records, signed_in, written};

/// covers: [CLI-01, EVT-08]
#[test]
fn neither_the_session_of_a_client_nor_its_token_is_written_anywhere() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut page = signed_in(&server).await;
        let (session, code) = session(0x7f31);
        accepted(&begin(&page, &session).await);
        drop(token(&server, &session).await);
        drop(confirm(&mut page, &session, "ffff").await);
        assert_eq!(outcome(&confirm(&mut page, &session, &code).await), granted());
        let given = accepted(&token(&server, &session).await);
        let access = given["access_token"].as_str().expect("a token").to_owned();
        // Who has confirmed which client is in the records of the session.
        let recorded = records(&mut page).await;
        let opened = recorded
            .iter()
            .find(|record| record["machine"] == "cli_login" && record["event"]["type"] == "open");
        let opened = opened.expect("a record");
        assert_eq!(opened["event"]["name"], "JFrog-CLI");
        assert_eq!(opened["event"]["client"].as_str().map(str::len), Some(64));
        let log = place.data().join("log/access/access-request.log");
        written(&log, "jfrog_client_login/token/…|200").await;
        assert!(server.stop().success());
        let secrets = [session.as_str(), &session.replace('-', ""), access.as_str()];
        for file in files(&place.data()) {
            let text = searchable(&std::fs::read(&file).expect("a file"));
            for secret in secrets {
                assert!(!contains(&text, secret), "{} has {secret}", file.display());
            }
        }
        for text in [place.log(), place.printed()] {
            assert!(secrets.iter().all(|secret| !contains(&text, secret)), "{text}");
        }
    });
}

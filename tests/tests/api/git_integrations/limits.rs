//! What ends a scan, and how many tests, scans and lists there may be.

use std::time::{Duration, Instant};

use waybill_machines::rules::git::Vendor;
use waybill_tests::git_server::{GitServer, Mishap};
use waybill_tests::run;

use super::scan::{NPM, choose, scan};
use super::{
    Fixture, INTEGRATION, TEST, TOKEN, USER, create_scanned, problem, repositories, wanted,
};

/// A repository that was renamed since it was chosen.
///
/// covers: [INT-07]
#[test]
fn a_renamed_repository_has_to_be_chosen_again() {
    run(async {
        let server = GitServer::start(Vendor::Github, USER, TOKEN).await;
        server.add("team/till", &[("package-lock.json", NPM)]);
        let mut fixture = Fixture::new(&[&server]).await;
        let page = &mut fixture.page;
        let key = create_scanned(page, &wanted(&server, "Ours")).await;
        choose(page, &key, &["team/till"]).await;
        let moved = format!("{}/api/v3/repositories/7", server.url());
        server.misbehaves_at("/repos/team/till", Mishap::Redirects(moved));
        let (status, code, _, message) = problem(&scan(page, &key, "team/till").await);
        assert_eq!((status, code.as_str()), (409, "git_moved"), "{message}");
    });
}

/// A scan stops when what it is for is changed, and no third one begins while two are going on.
///
/// covers: [INT-07]
#[test]
fn a_scan_stops_when_its_integration_changes_and_only_two_go_on_at_once() {
    run(async {
        let server = GitServer::start(Vendor::Github, USER, TOKEN).await;
        server.add("team/till", &[("package-lock.json", NPM)]);
        let mut fixture = Fixture::new(&[&server]).await;
        let page = &mut fixture.page;
        let mut keys = Vec::new();
        for name in ["First", "Second"] {
            let key = create_scanned(page, &wanted(&server, name)).await;
            choose(page, &key, &["team/till"]).await;
            keys.push(key);
        }
        server.clear_received();
        server.misbehaves_at("/git/trees/", Mishap::Waits(Duration::from_secs(15)));
        let scanning: Vec<_> = keys
            .iter()
            .map(|key| {
                let (mut page, key) = (page.clone(), key.clone());
                tokio::spawn(async move { scan(&mut page, &key, "team/till").await })
            })
            .collect();
        let are_listed = || {
            let received = server.received();
            received.iter().filter(|request| request.path.contains("/git/trees/")).count() == 2
        };
        for _ in 0..500 {
            if are_listed() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let (status, code, ..) = problem(&scan(page, &keys[0], "team/till").await);
        assert_eq!((status, code.as_str()), (503, "git_busy"));
        choose(page, &keys[0], &[]).await;
        assert_eq!(page.delete(&format!("{INTEGRATION}/{}", keys[1])).await.status, 200);
        for scanned in scanning {
            let (status, code, ..) = problem(&scanned.await.expect("it ended"));
            assert_eq!((status, code.as_str()), (409, "git_changed"));
        }
        let paths = server.received().into_iter().map(|request| request.path);
        assert_eq!(paths.filter(|path| path.contains("/contents/")).count(), 0);
    });
}

/// covers: [INT-07]
#[test]
fn tests_scans_and_lists_of_a_user_are_limited() {
    run(async {
        let server = GitServer::start(Vendor::Github, USER, TOKEN).await;
        let mut fixture = Fixture::new(&[&server]).await;
        let page = &mut fixture.page;
        let key = create_scanned(page, &wanted(&server, "Ours")).await;
        let since = Instant::now();
        let mut lists = 0;
        let refused = loop {
            let answer = page.get(&repositories(&key)).await;
            if answer.status != 200 {
                break answer;
            }
            lists += 1;
        };
        // One comes back each second.
        let more = usize::try_from(since.elapsed().as_secs()).expect("a number") + 1;
        assert!((60..=60 + more).contains(&lists), "{lists}");
        assert_eq!((refused.status, refused.code().as_str()), (429, "too_many_requests"));
        // Tests have a limit of their own, which the creation has used once.
        let since = Instant::now();
        let mut tests = 0;
        let refused = loop {
            let answer = page.post(TEST, wanted(&server, "Other")).await;
            if answer.status != 200 {
                break answer;
            }
            tests += 1;
        };
        let more = usize::try_from(since.elapsed().as_secs()).expect("a number") / 2 + 2;
        assert!((29..=29 + more).contains(&tests), "{tests}");
        assert_eq!((refused.status, refused.code().as_str()), (429, "too_many_requests"));
        // One may have come back meanwhile, which a scan of what was not chosen uses up.
        let mut scanned = scan(page, &key, "team/till").await.status;
        for _ in 0..5 {
            if scanned != 429 {
                scanned = scan(page, &key, "team/till").await.status;
            }
        }
        assert_eq!(scanned, 429);
    });
}

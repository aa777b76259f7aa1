//! Limits for signed-in users: acting on revoked rights, filling the vault, or filling memory.

use std::fs;
use std::path::Path;
use std::time::Duration;

use waybill_engine::{
    Attached, Attachment, Body, Clock as _, Command, DetailsForm, Nack, Replay, Resume,
    SessionCredentials, SessionToken,
};
use waybill_journal::Journal as _;
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machines::{git_integration, onboarding, startup};
use waybill_machines::{AnyState, MachineName};
use waybill_platform::access::{Administration as _, MfaPolicy};
use waybill_platform::secret::Secret;
use waybill_platform::streams::ChangeContext;
use waybill_tests::run;

use crate::engine_fixture::EngineFixture;

async fn propose(
    fixture: &EngineFixture,
    credentials: &SessionCredentials,
    machine: MachineName,
    event: &str,
) {
    let answer = try_propose(fixture, credentials, machine, event).await;
    answer.unwrap_or_else(|nack| panic!("{event}: {nack:?}"));
}

async fn try_propose(
    fixture: &EngineFixture,
    credentials: &SessionCredentials,
    machine: MachineName,
    event: &str,
) -> Result<u64, Nack> {
    try_propose_in(fixture, credentials, (machine, None), event).await
}

async fn try_propose_in(
    fixture: &EngineFixture,
    credentials: &SessionCredentials,
    (machine, tab): (MachineName, Option<&str>),
    event: &str,
) -> Result<u64, Nack> {
    let command = Command {
        paid_by: None,
        id: None,
        machine,
        tab: tab.map(str::to_owned),
        body: Body::Proposal(event.to_owned()),
        expected: None,
        who: None,
        presented: Some(credentials.token.clone()),
    };
    fixture.engine.command(&credentials.session, command).await
}

/// A signed-in administrator whose start-up has finished.
async fn inside(fixture: &EngineFixture) -> SessionCredentials {
    let (credentials, _) = fixture.begin();
    let (_, token) = fixture.log_in(&credentials, "root").await;
    started(fixture, &credentials).await;
    fixture.engine.credentials_of(&token.expect("a cookie")).expect("a valid cookie")
}

async fn started(fixture: &EngineFixture, credentials: &SessionCredentials) {
    let moving = &["identifying", "gathering", "settling"];
    let state = fixture.engine.settle(&credentials.session, MachineName::Startup, moving).await;
    assert_eq!(state.expect("a state").name(), "ready");
}

/// Waits until the session uses the remaining rights, which it receives shortly after the change.
async fn until_stripped(fixture: &EngineFixture, credentials: &SessionCredentials) {
    let moving = &["identifying", "gathering", "settling"];
    for _ in 0..1_000 {
        let state = fixture.engine.settle(&credentials.session, MachineName::Startup, moving).await;
        match state.expect("a state") {
            AnyState::Startup(startup::State::Ready { facts, .. }) if !facts.user.admin => return,
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
    panic!("the session still uses the right");
}

fn details(company: &str) -> DetailsForm {
    DetailsForm { company_name: Some(Secret::new(company)), ..DetailsForm::default() }
}

fn bytes_below(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).expect("a directory").map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| match entry.metadata().expect("its size") {
            found if found.is_dir() => bytes_below(&entry.path()),
            found => found.len(),
        })
        .sum()
}

/// covers: [ONB-03]
#[test]
fn a_former_administrator_cannot_create_a_project_in_an_open_wizard() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let person = fixture.user("root").await;
        let other = fixture.user("other").await;
        let credentials = inside(&fixture).await;
        let wizard = MachineName::Onboarding;
        propose(&fixture, &credentials, wizard, r#"{"type":"begin"}"#).await;
        propose(&fixture, &credentials, wizard, r#"{"type":"next"}"#).await;
        propose(&fixture, &credentials, wizard, r#"{"type":"choose","purpose":"personal"}"#).await;
        propose(&fixture, &credentials, wizard, r#"{"type":"next"}"#).await;
        let form = DetailsForm {
            role: Some(waybill_machines::rules::onboarding::WorkRole::SoftwareDeveloper),
            ..details("Acme")
        };
        fixture.engine.describe_details(&credentials, form).await.expect("it is accepted");
        propose(&fixture, &credentials, wizard, r#"{"type":"next"}"#).await;
        let want = r#"{"type":"want","desired_features":["team_administration"]}"#;
        propose(&fixture, &credentials, wizard, want).await;
        propose(&fixture, &credentials, wizard, r#"{"type":"want_project","wanted":true}"#).await;
        let context = || ChangeContext::system(fixture.clock.now());
        fixture.access.set_admin(other, true, context()).await.expect("another administrator");
        fixture
            .access
            .set_admin(person, false, context())
            .await
            .expect("no administrator any more");
        propose(&fixture, &credentials, wizard, r#"{"type":"send"}"#).await;
        let moving = &["creating_project", "storing"];
        let state =
            fixture.engine.settle(&credentials.session, wizard, moving).await.expect("a state");
        assert!(fixture.engine.ports().projects.list(None, 0, 9).await.expect("a list").is_empty());
        let AnyState::Onboarding(onboarding::State::DesiredFeatures { failure, .. }) = state else {
            panic!("{state:?}")
        };
        assert_eq!(failure.map(|notice| notice.code), Some("project_not_created".to_owned()));
        // They can no longer open the wizard.
        propose(&fixture, &credentials, wizard, r#"{"type":"later"}"#).await;
        until_stripped(&fixture, &credentials).await;
        let refused = try_propose(&fixture, &credentials, wizard, r#"{"type":"begin"}"#).await;
        assert_eq!(refused.expect_err("they may not").code.to_string(), "not_authorised");
    });
}

/// What the page of the Git integrations in a tab has, once it is ready and as wanted.
async fn git_page(
    fixture: &EngineFixture,
    credentials: &SessionCredentials,
    tab: &str,
    is_wanted: impl Fn(&git_integration::Page) -> bool,
) -> git_integration::Page {
    let key = InstanceKey::of(MachineName::GitIntegration, Some(tab));
    for _ in 0..1_000 {
        let mut played = Replay::default();
        let stream = credentials.session.stream();
        for record in &fixture.journal.read(&stream, 1, 10_000).expect("records") {
            played.record(&record.view().expect("a record")).expect("it replays");
        }
        if let Some(AnyState::GitIntegration(git_integration::State::Ready { page })) =
            played.states().get(&key)
            && is_wanted(page)
        {
            return (**page).clone();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the page is never ready")
}

/// The role counts when a call is made, not when its event was proposed.
///
/// covers: [INT-06, INT-07]
#[test]
fn a_former_administrator_changes_no_integration_on_an_open_page() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let person = fixture.user("root").await;
        let other = fixture.user("other").await;
        let (credentials, _) = fixture.begin();
        let (_, token) = fixture.log_in(&credentials, "root").await;
        let token = token.expect("a cookie");
        started(&fixture, &credentials).await;
        let credentials = fixture.engine.credentials_of(&token).expect("a valid cookie");
        let tab = say_hello(&fixture, &token, None, None).await.tab;
        let of_tab = (MachineName::GitIntegration, Some(tab.as_str()));
        let open = r#"{"type":"open"}"#;
        try_propose_in(&fixture, &credentials, of_tab, open).await.expect("it opens");
        git_page(&fixture, &credentials, &tab, |page| !page.vendors.is_empty()).await;
        // An administrator is answered that there is none of this key.
        let delete = r#"{"type":"delete","key":"git_0"}"#;
        try_propose_in(&fixture, &credentials, of_tab, delete).await.expect("it is accepted");
        let page = git_page(&fixture, &credentials, &tab, |page| page.error.is_some()).await;
        let code = page.error.map(|notice| notice.code).unwrap_or_default();
        assert_eq!(code, "unknown_integration");

        try_propose_in(&fixture, &credentials, of_tab, r#"{"type":"close"}"#).await.expect("it is");
        let context = || ChangeContext::system(fixture.clock.now());
        fixture.access.set_admin(other, true, context()).await.expect("another administrator");
        fixture.access.set_admin(person, false, context()).await.expect("a former one");
        let code = match try_propose_in(&fixture, &credentials, of_tab, delete).await {
            Ok(_) => {
                let page = git_page(&fixture, &credentials, &tab, |page| page.error.is_some());
                page.await.error.map(|notice| notice.code).unwrap_or_default()
            }
            // The session has received the change by now.
            Err(nack) => nack.code.to_string(),
        };
        assert_eq!(code, "not_authorised");
    });
}

/// covers: [ONB-01]
#[test]
fn texts_outside_of_a_wizard_are_not_stored() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        fixture.user("root").await;
        let credentials = inside(&fixture).await;
        let before = bytes_below(fixture.vault.path());
        for _ in 0..20 {
            let refused = fixture.engine.describe_details(&credentials, details("Acme")).await;
            assert_eq!(
                refused.expect_err("no wizard is open").code.to_string(),
                "not_in_this_state"
            );
        }
        assert_eq!(bytes_below(fixture.vault.path()), before);
    });
}

async fn say_hello(
    fixture: &EngineFixture,
    token: &SessionToken,
    tab: Option<&str>,
    seq: Option<u64>,
) -> Attached {
    let session = fixture.engine.session_of(token).expect("a session");
    let resume = seq.map(|seq| Resume { epoch: fixture.engine.epoch_of(&session), seq });
    let token = SessionToken::parse(token.expose()).expect("a token");
    let attachment = Attachment { tab: tab.map(str::to_owned), resume, token };
    let attached = fixture.engine.attach(&session, attachment).await.expect("a tab");
    fixture.engine.detach(&session, attached.number).await;
    attached
}

/// covers: [PUSH-01, EVT-03]
#[test]
fn closed_tabs_are_removed_when_there_are_many() {
    run(async {
        const TABS: usize = 300;
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let (credentials, token) = fixture.begin();
        let mut tabs = Vec::new();
        for _ in 0..TABS {
            let tab = say_hello(&fixture, &token, None, None).await.tab;
            fixture.go(&credentials, &tab).await.expect("it is accepted");
            tabs.push(tab);
        }
        let (first, last) = (&tabs[0], &tabs[TABS - 1]);
        let newest = fixture.journal.head(&credentials.session.stream()).expect("records").seq;
        let back = say_hello(&fixture, &token, Some(last), Some(newest)).await;
        assert_eq!((&back.tab, back.resumed), (last, true));
        // A removed tab starts over, with another id, from a snapshot.
        let back = say_hello(&fixture, &token, Some(first), Some(newest)).await;
        assert!(back.tab != *first && !back.resumed, "{}", back.tab);
        assert!(
            back.backlog[0].contains(r#""state":{"state":"unsettled"}"#),
            "{}",
            back.backlog[0]
        );
        fixture.go(&credentials, &back.tab).await.expect("it is accepted");
        let mut played = Replay::default();
        let records =
            fixture.journal.read(&credentials.session.stream(), 1, 10_000).expect("records");
        for record in &records {
            played.record(&record.view().expect("a record")).expect("it replays");
        }
        let key = InstanceKey::of(MachineName::Navigation, Some(first));
        assert!(played.states().get(&key).is_some(), "records keep what the memory does not");
    });
}

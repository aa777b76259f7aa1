//! Rejections that no scenario can cause: there the ports answer for the right user, the server renews every cookie,
//! and an account is changed through the access service only.

use waybill_machines::machines::login::{self, Attempt, Authenticated, MfaStatus};
use waybill_machines::machines::{account, session};
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::token_scope::TokenScope;
use waybill_machines::secret::{Digest, Handle, PersonId, Personal, SecretRef};
use waybill_machines::sign_in::Authenticator;
use waybill_machines::{AnyEvent, AnyState, MachineName, Timestamp};

const NOW: Timestamp = Timestamp::from_ms(1_767_225_600_000);

fn ann() -> PersonId {
    PersonId("p_ann".into())
}

fn bob() -> PersonId {
    PersonId("p_bob".into())
}

/// The state after events that are all accepted.
fn after(machine: MachineName, events: impl IntoIterator<Item = AnyEvent>) -> AnyState {
    events.into_iter().fold(machine.initial(), |state, event| {
        state.decide(&event, NOW).unwrap_or_else(|refused| panic!("{event:?}: {refused:?}")).state
    })
}

/// The code of an event's rejection; empty if it is accepted.
fn refusal(state: &AnyState, event: impl Into<AnyEvent>) -> String {
    let refused = state.decide(&event.into(), NOW).err();
    refused.map_or_else(String::new, |refused| refused.rejection.code.to_string())
}

/// covers: [LOGIN-02]
#[test]
fn the_second_factor_of_another_user_completes_no_sign_in() {
    let digest = |token: &str| Digest(token.into());
    let attempt = Attempt {
        account: Personal::new("0".repeat(64)),
        remember: false,
        token: digest("t1"),
        stored: None,
        set_me_up: false,
        via: None,
        terms: None,
        passkey: None,
    };
    let submit = login::Event::Submit { attempt, credentials: Handle::new("h_1") };
    for mfa in [MfaStatus::Verify, MfaStatus::Enroll] {
        let accepted = Authenticated::Accepted {
            person: ann(),
            admin: false,
            mfa,
            external_redirect: None,
            authenticator: Authenticator::Google,
            via: None,
        };
        let pending = after(
            MachineName::Login,
            [submit.clone().into(), login::Event::Authenticated(accepted).into()],
        );
        let passed = |person| login::Event::SecondFactorPassed { person, token: digest("t2") };
        assert_eq!(refusal(&pending, passed(bob())), "factor_of_another", "{mfa:?}");
        assert_eq!(refusal(&pending, passed(ann())), "", "{mfa:?}");
    }
}

/// covers: [LOGIN-02]
#[test]
fn a_session_rejects_its_old_cookie_and_another_user() {
    let digest = |token: &str| Digest(token.into());
    let sign_in = |person, token| session::Event::SignIn { person, token: digest(token) };
    let open = session::Event::Open { token: digest("t1") };
    let visitor = after(MachineName::Session, [open.clone().into()]);
    assert_eq!(refusal(&visitor, sign_in(ann(), "t1")), "cookie_not_renewed");
    assert_eq!(refusal(&visitor, sign_in(ann(), "t2")), "");

    let of_ann = after(MachineName::Session, [open.into(), sign_in(ann(), "t2").into()]);
    assert_eq!(refusal(&of_ann, sign_in(bob(), "t3")), "session_of_another");
    assert_eq!(refusal(&of_ann, sign_in(ann(), "t2")), "cookie_not_renewed");
    assert_eq!(refusal(&of_ann, sign_in(ann(), "t3")), "");
}

#[test]
fn an_access_token_that_has_expired_or_is_for_nothing_is_not_created() {
    let create_event = || {
        AnyEvent::from(account::Event::Create {
            name: Personal::new("0".repeat(64)),
            admin: false,
            must_change_password: false,
            password: SecretRef("s_1".into()),
            details: account::Details::default(),
        })
    };
    let account = after(MachineName::Account, [create_event()]);
    let make_with = |until, scope| account::Event::MakeToken {
        id: "t_1".into(),
        digest: Digest("0".repeat(64)),
        description: None,
        until,
        scope,
    };
    let make = |until| make_with(until, None);
    assert_eq!(refusal(&account, make(NOW.plus_ms(-1))), "token_expired");
    assert_eq!(refusal(&account, make(NOW)), "token_expired", "it is invalid at its end");
    assert_eq!(refusal(&account, make(NOW.plus_ms(1))), "");
    let nothing = TokenScope { actions: [].into(), repositories: [].into(), provisions: false };
    assert_eq!(refusal(&account, make_with(NOW.plus_ms(1), Some(nothing))), "token_scope");
    // The records of the account hold all scopes: together they stay small.
    let key = |at: usize| format!("{at:0>64}");
    let large = TokenScope {
        actions: [Action::Read].into(),
        repositories: (0..40).map(key).collect(),
        provisions: false,
    };
    let full = after(
        MachineName::Account,
        [create_event(), make_with(NOW.plus_ms(1), Some(large.clone())).into()],
    );
    let mut another = make_with(NOW.plus_ms(1), Some(large));
    if let account::Event::MakeToken { id, .. } = &mut another {
        "t_2".clone_into(id);
    }
    assert_eq!(refusal(&full, another), "token_scopes_too_large");
}

#[test]
fn a_link_chooses_one_password_and_only_in_time() {
    let digest = |digit: char| Digest(digit.to_string().repeat(64));
    let password = SecretRef("s_1".into());
    let create = account::Event::Create {
        name: Personal::new("0".repeat(64)),
        admin: false,
        must_change_password: true,
        password: password.clone(),
        details: account::Details::default(),
    };
    let allow_for =
        |purpose, link, until| account::Event::AllowPassword { link: digest(link), until, purpose };
    let allow = |link, until| allow_for(account::LinkPurpose::Invitation, link, until);
    let set = |link: Option<char>| account::Event::SetPassword {
        password: password.clone(),
        must_change_password: false,
        devices: account::DevicesKept::None {},
        link: link.map(digest),
        sessions: account::SessionsKept::None {},
    };
    let account = |events: &[account::Event]| {
        let events = std::iter::once(&create).chain(events).cloned().map(AnyEvent::from);
        after(MachineName::Account, events)
    };
    let later = NOW.plus_ms(1);
    assert_eq!(refusal(&account(&[]), allow('1', NOW)), "link_expired");
    assert_eq!(refusal(&account(&[]), set(Some('1'))), "wrong_link");
    assert_eq!(refusal(&account(&[allow('1', later)]), set(Some('2'))), "wrong_link");
    assert_eq!(refusal(&account(&[allow('1', later)]), set(Some('1'))), "");
    let ended = [
        allow('2', later),
        set(None),
        set(Some('1')),
        account::Event::Disable {},
        account::Event::Restore { backup: "2026-01-01".into(), cut_at: NOW },
    ];
    for ending in ended {
        let account = account(&[allow('1', later), ending.clone()]);
        assert_eq!(refusal(&account, set(Some('1'))), "wrong_link", "after {ending:?}");
    }
    // A link for a forgotten password is another one, and whatever sets a password ends both.
    let reset = |link, until| allow_for(account::LinkPurpose::Reset, link, until);
    assert_eq!(refusal(&account(&[]), reset('3', NOW)), "link_expired");
    let both = [allow('1', later), reset('3', later)];
    for link in ['1', '3'] {
        assert_eq!(refusal(&account(&both), set(Some(link))), "");
        let used = [both[0].clone(), both[1].clone(), set(Some(link))];
        for gone in ['1', '3'] {
            assert_eq!(refusal(&account(&used), set(Some(gone))), "wrong_link", "{link} {gone}");
        }
    }
    let replaced = [reset('3', later), reset('4', later)];
    assert_eq!(refusal(&account(&replaced), set(Some('3'))), "wrong_link");
    let edit = account::Edit { email: Some(account::EmailChange::Remove {}), ..Default::default() };
    let moved = [reset('3', later), account::Event::Edit { edit }];
    assert_eq!(refusal(&account(&moved), set(Some('3'))), "wrong_link");
    let account = account(&[allow('1', later)]);
    let late = account.decide(&set(Some('1')).into(), later).map(|_| ());
    assert_eq!(late.map_err(|late| late.rejection.code.to_string()), Err("wrong_link".to_owned()));
}

#[test]
fn a_link_for_a_new_device_works_once_and_until_its_end() {
    let create = account::Event::Create {
        name: Personal::new("0".repeat(64)),
        admin: false,
        must_change_password: false,
        password: SecretRef("s_1".into()),
        details: account::Details::default(),
    };
    let digest = |token: &str| Digest(token.into());
    let allow = |until| account::Event::AllowDevice { link: digest("link"), until };
    let know = |device: &str, link: Option<&str>| account::Event::KnowDevice {
        device: digest(device),
        link: link.map(digest),
        client: None,
    };
    let account = after(MachineName::Account, [create.clone().into()]);
    assert_eq!(refusal(&account, allow(NOW)), "link_expired");
    assert_eq!(refusal(&account, allow(NOW.plus_ms(1))), "");
    assert_eq!(refusal(&account, know("phone", Some("link"))), "wrong_link");
    let events = [create.into(), allow(NOW.plus_ms(1)).into()];
    let allowed = after(MachineName::Account, events.clone());
    assert_eq!(refusal(&allowed, know("phone", Some("other"))), "wrong_link");
    assert_eq!(refusal(&allowed, know("phone", Some("link"))), "");
    let late = allowed.decide(&know("phone", Some("link")).into(), NOW.plus_ms(1));
    assert!(late.is_err(), "it is invalid at its end");
    let [create, allow] = events;
    let used = after(MachineName::Account, [create, allow, know("phone", Some("link")).into()]);
    assert_eq!(refusal(&used, know("laptop", Some("link"))), "wrong_link");
    assert_eq!(refusal(&used, know("laptop", None)), "");
}

/// covers: [HOOK-04]
#[test]
fn passwords_are_stopped_once_a_day_by_whatever_clock() {
    let create = account::Event::Create {
        name: Personal::new("0".repeat(64)),
        admin: false,
        must_change_password: false,
        password: SecretRef("s_1".into()),
        details: account::Details::default(),
    };
    let day_ms = account::PASSWORDS_STOPPED_MS_MAX;
    let stop = |until| AnyEvent::from(account::Event::StopPasswords { until });
    let end = NOW.plus_ms(day_ms);
    let stopped = after(MachineName::Account, [create.clone().into(), stop(end)]);
    let refused_at = |state: &AnyState, at: Timestamp| state.decide(&stop(at), at).is_err();
    assert_eq!(refusal(&stopped, stop(end)), "passwords_stopped");
    assert!(refused_at(&stopped, end.plus_ms(-1)));
    assert!(!refused_at(&stopped, end), "the next day has begun");
    assert!(!refused_at(&stopped, NOW.plus_ms(-day_ms)), "the clock was set back");
    let unlock = account::Event::Unlock {}.into();
    let unlocked = after(MachineName::Account, [create.into(), stop(end), unlock]);
    assert_eq!(refusal(&unlocked, stop(end)), "");
}

/// covers: [PASS-04]
#[test]
fn an_account_that_is_pending_is_disabled_until_an_administrator_decides() {
    let details = account::Details { pending: true, ..account::Details::default() };
    let create = account::Event::Create {
        name: Personal::new("0".repeat(64)),
        admin: false,
        must_change_password: false,
        password: SecretRef("s_1".into()),
        details,
    };
    let decided = |enabled| {
        let edit = account::Edit { enabled: Some(enabled), ..account::Edit::default() };
        account::Event::Edit { edit }
    };
    let rights = account::Edit { admin: Some(true), ..account::Edit::default() };
    let other = account::Event::Edit { edit: rights };
    let is = |events: &[&account::Event]| {
        let events = std::iter::once(&create).chain(events.iter().copied());
        match after(MachineName::Account, events.cloned().map(AnyEvent::from)) {
            AnyState::Account(account::State::Active { profile }) => (true, profile.pending),
            AnyState::Account(account::State::Disabled { profile }) => (false, profile.pending),
            state => panic!("{state:?}"),
        }
    };
    assert_eq!(is(&[]), (false, true));
    assert_eq!(is(&[&other]), (false, true), "this decides nothing");
    assert_eq!(is(&[&decided(true)]), (true, false));
    assert_eq!(is(&[&account::Event::Enable {}]), (true, false));
    assert_eq!(is(&[&decided(false)]), (false, false));
    assert_eq!(is(&[&decided(true), &decided(false)]), (false, false));
}

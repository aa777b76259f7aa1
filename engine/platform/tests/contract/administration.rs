//! Who has an account: the first administrator, users, links with which they choose a password, groups.

use crate::accounts::{account, new_user};
use crate::contract;
use crate::support::*;
use waybill_machines::Timestamp;
use waybill_machines::machines::password::Changed;
use waybill_machines::secret::PersonId;
use waybill_platform::Secret;
use waybill_platform::access::{
    AccessError, AccountRefused, Accounts as _, Administration as _, ChangeKind, Groups as _,
    LinkUsed, NewGroup, PASSWORD_LINK_MS, PasswordLinkRefused, PasswordLinks as _, PasswordToken,
    Setup as _, SetupClaim, SetupRefused, UserEdit, UserQuery,
};

contract!(
    what_administrators_do,
    choosing_a_password_with_a_link,
    the_first_administrator,
    names_are_unique_however_they_are_typed,
    a_user_of_another_service_has_no_password_here,
    groups_and_edits_outlive_a_restart,
);

fn setup(result: Result<impl Sized, AccessError>) -> Option<SetupRefused> {
    match result.err() {
        Some(AccessError::Setup(refused)) => Some(refused),
        _ => None,
    }
}

async fn what_administrators_do(mut fixture: Installation) {
    let boss = fixture.user("boss", true).await;
    let mut changes = fixture.access.changes();
    let created = fixture.access.create_user(new_user("ann", None), context(T0)).await.unwrap();
    let (ann, temporary) = (created.person, created.temporary.unwrap());
    assert_eq!(outcome(&fixture.sign_in("ann", temporary.expose(), T0).await), "expired");
    assert_eq!(fixture.change(&ann, temporary.expose(), PASSWORD, T0).await, Changed::Accepted {});
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "enroll");

    fixture.enrol(&ann, T0).await;
    fixture.access.reset_mfa(ann.clone(), context(T0)).await.unwrap();
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "enroll");
    let temporary = fixture.access.reset_password(ann.clone(), context(T0)).await.unwrap();
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "invalid_credentials");
    assert_eq!(outcome(&fixture.sign_in("ann", temporary.expose(), T0).await), "expired");

    let last = fixture.access.set_enabled(boss.clone(), false, context(T0)).await;
    assert_eq!(account(last), Some(AccountRefused::LastAdmin));
    let last = fixture.access.set_admin(boss.clone(), false, context(T0)).await;
    assert_eq!(account(last), Some(AccountRefused::LastAdmin));
    fixture.access.set_admin(ann.clone(), true, context(T0)).await.unwrap();
    fixture.access.set_enabled(boss.clone(), false, context(T0)).await.unwrap();
    let twice = fixture.access.set_enabled(boss.clone(), false, context(T0)).await;
    assert_eq!(account(twice), Some(AccountRefused::NotNow));
    let absent = PersonId("p_nobody".into());
    let unknown = fixture.access.set_admin(absent, true, context(T0)).await;
    assert_eq!(account(unknown), Some(AccountRefused::Unknown));

    let mut heard = Vec::new();
    while let Ok(change) = changes.try_recv() {
        heard.push((change.person, change.kind));
    }
    let of_ann = |kind| (ann.clone(), kind);
    assert_eq!(
        heard,
        [
            of_ann(ChangeKind::Password),
            of_ann(ChangeKind::Mfa),
            of_ann(ChangeKind::Password),
            of_ann(ChangeKind::Rights),
            (boss, ChangeKind::Disabled),
        ]
    );
    let before = fixture.access.users().await.unwrap();
    fixture = fixture.reopen().await;
    let users = fixture.access.users().await.unwrap();
    assert_eq!(users, before);
    let seen: Vec<_> = users
        .iter()
        .map(|user| (user.name.as_deref().unwrap(), user.admin, user.enabled, user.mfa))
        .collect();
    assert_eq!(seen, [("ann", true, true, false), ("boss", true, false, false)]);
}

async fn choosing_a_password_with_a_link(mut fixture: Installation) {
    let created = fixture.access.create_user(new_user("ann", None), context(T0)).await.unwrap();
    let ann = created.person;
    let made = async |fixture: &Installation| {
        fixture.access.reset_password(ann.clone(), context(T0)).await.unwrap();
        fixture.access.allow_password(ann.clone(), context(T0)).await.unwrap()
    };
    // As it is read from the address of the link.
    let typed = |token: &PasswordToken| {
        let path = token.path_of_link();
        PasswordToken::parse(path.rsplit_once('=').unwrap().1).unwrap()
    };
    let chosen = async |fixture: &Installation, token: &PasswordToken, password, at| {
        let password = Secret::new(password);
        fixture.access.use_password_link(typed(token), password, context(at)).await
    };
    let refused = |result: Result<LinkUsed, AccessError>| match result.unwrap_err() {
        AccessError::PasswordLink(refused) => refused,
        error => panic!("{error}"),
    };
    let old = made(&fixture).await.token;
    let link = made(&fixture).await;
    let token = link.token;
    assert_eq!(link.until, T0.plus_ms(PASSWORD_LINK_MS));
    let listed = fixture.access.user(ann.clone()).await.unwrap().unwrap();
    assert_eq!(listed.password_link_until, Some(link.until));
    let temporary = created.temporary.unwrap();
    let signed_in = fixture.sign_in("ann", temporary.expose(), T0).await;
    assert_eq!(outcome(&signed_in), "invalid_credentials", "a link resets the password");
    fixture = fixture.reopen().await;

    assert_eq!(refused(chosen(&fixture, &old, PASSWORD, T0).await), PasswordLinkRefused::Wrong);
    let unknown = PasswordToken::fresh(&PersonId(format!("p_{}", "0".repeat(32))));
    assert_eq!(refused(chosen(&fixture, &unknown, PASSWORD, T0).await), PasswordLinkRefused::Wrong);
    let late = chosen(&fixture, &token, PASSWORD, link.until).await;
    assert_eq!(refused(late), PasswordLinkRefused::Expired);
    let common = chosen(&fixture, &token, "password1", T0).await;
    assert!(matches!(common, Err(AccessError::Password(_))), "{common:?}");
    let checked = fixture.access.check_password_link(typed(&token), T0).await.unwrap();
    assert_eq!((checked.name.as_deref(), checked.until), (Some("ann"), link.until));

    let (first, second) = tokio::join!(
        chosen(&fixture, &token, PASSWORD, T0),
        chosen(&fixture, &token, "another long one", T0)
    );
    assert!(first.is_ok() != second.is_ok(), "of two uses one sets the password");
    let password = if first.is_ok() { PASSWORD } else { "another long one" };
    for _ in 0..2 {
        assert_eq!(outcome(&fixture.sign_in("ann", password, T0).await), "enroll");
        assert_eq!(
            refused(chosen(&fixture, &token, PASSWORD, T0).await),
            PasswordLinkRefused::Wrong
        );
        assert_eq!(
            fixture.access.user(ann.clone()).await.unwrap().unwrap().password_link_until,
            None
        );
        fixture = fixture.reopen().await;
    }

    // A password that is set in any other way uses up the link, and so does disabling the account.
    let before = made(&fixture).await.token;
    fixture.access.reset_password(ann.clone(), context(T0)).await.unwrap();
    assert_eq!(refused(chosen(&fixture, &before, PASSWORD, T0).await), PasswordLinkRefused::Wrong);
    let before = made(&fixture).await.token;
    fixture.access.set_enabled(ann.clone(), false, context(T0)).await.unwrap();
    assert_eq!(refused(chosen(&fixture, &before, PASSWORD, T0).await), PasswordLinkRefused::Wrong);
    let disabled = fixture.access.allow_password(ann.clone(), context(T0)).await;
    assert_eq!(account(disabled), Some(AccountRefused::Disabled));
    fixture.access.set_enabled(ann.clone(), true, context(T0)).await.unwrap();
    assert_eq!(refused(chosen(&fixture, &before, PASSWORD, T0).await), PasswordLinkRefused::Wrong);
    let absent = fixture.access.allow_password(PersonId("p_nobody".into()), context(T0)).await;
    assert_eq!(account(absent), Some(AccountRefused::Unknown));

    // An administrator who has only been invited may never come.
    let boss = fixture.user("boss", true).await;
    fixture.access.set_admin(ann.clone(), true, context(T0)).await.unwrap();
    let invited = made(&fixture).await.token;
    let last = fixture.access.set_enabled(boss.clone(), false, context(T0)).await;
    assert_eq!(account(last), Some(AccountRefused::LastAdmin));
    chosen(&fixture, &invited, PASSWORD, T0).await.unwrap();
    fixture.access.set_enabled(boss, false, context(T0)).await.unwrap();
}

async fn the_first_administrator(mut fixture: Installation) {
    let later = |hours: i64| T0.plus_ms(hours * 3_600_000);
    assert!(fixture.access.setup_needed().await.unwrap());
    let old = fixture.access.setup_offer(context(T0)).await.unwrap().unwrap();
    fixture = fixture.reopen().await;
    let link = fixture.access.setup_offer(context(T0)).await.unwrap().unwrap();
    assert_eq!(link.until, later(24));
    fixture = fixture.reopen().await;

    let claim = async |fixture: &Installation, token: &Secret, user: &str, at: Timestamp| {
        let (token, password) = (token.duplicate(), Secret::new(PASSWORD));
        let claim = SetupClaim { token, user: user.into(), password };
        fixture.access.setup_claim(claim, context(at)).await
    };
    let check = async |fixture: &Installation, token: &Secret, at: Timestamp| {
        fixture.access.setup_check(token.duplicate(), at).await
    };
    assert_eq!(setup(check(&fixture, &old.token, T0).await), Some(SetupRefused::WrongLink));
    assert_eq!(check(&fixture, &link.token, later(23)).await, Ok(later(24)));
    assert_eq!(setup(check(&fixture, &link.token, later(24)).await), Some(SetupRefused::Expired));
    let wrong = claim(&fixture, &old.token, "root", T0).await;
    assert_eq!(setup(wrong), Some(SetupRefused::WrongLink));
    let late = claim(&fixture, &link.token, "root", later(24)).await;
    assert_eq!(setup(late), Some(SetupRefused::Expired));
    let reserved = claim(&fixture, &link.token, "system", T0).await;
    assert_eq!(account(reserved), Some(AccountRefused::BadName));
    let person = claim(&fixture, &link.token, "Root", T0).await.unwrap();
    for _ in 0..2 {
        let again = claim(&fixture, &link.token, "other", T0).await;
        assert_eq!(setup(again), Some(SetupRefused::Done));
        assert!(!fixture.access.setup_needed().await.unwrap());
        assert!(fixture.access.setup_offer(context(T0)).await.unwrap().is_none());
        assert!(fixture.access.user(person.clone()).await.unwrap().unwrap().admin);
        assert_eq!(outcome(&fixture.sign_in("root", PASSWORD, T0).await), "enroll");
        fixture = fixture.reopen().await;
    }
    assert_eq!(
        fixture.events("setup")[..5],
        ["offer", "offer", "claim: wrong_link", "claim: link_expired", "claim"]
    );
    assert_eq!(fixture.access.users().await.unwrap().len(), 1);
}

async fn names_are_unique_however_they_are_typed(mut fixture: Installation) {
    fixture.user("ann", false).await;
    for _ in 0..2 {
        for name in ["ann", " Ann", "ANN\u{a0}"] {
            let made =
                fixture.access.create_user(new_user(name, Some(PASSWORD)), context(T0)).await;
            assert_eq!(account(made), Some(AccountRefused::NameTaken), "{name:?}");
        }
        for name in ["", "  ", "anonymous", "System", "a\nb"] {
            let made =
                fixture.access.create_user(new_user(name, Some(PASSWORD)), context(T0)).await;
            assert_eq!(account(made), Some(AccountRefused::BadName), "{name:?}");
        }
        let weak = fixture.access.create_user(new_user("bob", Some("password")), context(T0)).await;
        assert!(matches!(weak, Err(AccessError::Password(_))));
        fixture = fixture.reopen().await;
    }
    assert_eq!(fixture.access.users().await.unwrap().len(), 1);
}

async fn a_user_of_another_service_has_no_password_here(mut fixture: Installation) {
    let ann = fixture.user("ann", false).await;
    let external = |is| UserEdit { external: Some(is), ..UserEdit::default() };
    fixture.access.edit_user(ann.clone(), external(true), context(T0)).await.unwrap();
    for _ in 0..2 {
        assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "invalid_credentials");
        let link = fixture.access.allow_password(ann.clone(), context(T0)).await;
        assert_eq!(account(link), Some(AccountRefused::External));
        let reset = fixture.access.reset_password(ann.clone(), context(T0)).await;
        assert_eq!(account(reset), Some(AccountRefused::External));
        fixture = fixture.reopen().await;
    }
    // The password of before does not come back with the account.
    fixture.access.edit_user(ann.clone(), external(false), context(T0)).await.unwrap();
    assert_eq!(outcome(&fixture.sign_in("ann", PASSWORD, T0).await), "invalid_credentials");
    assert!(fixture.access.allow_password(ann, context(T0)).await.is_ok());
}

async fn groups_and_edits_outlive_a_restart(mut fixture: Installation) {
    let ann = fixture.user("ann", false).await;
    let group = NewGroup { name: "Builders".into(), admin: true, ..NewGroup::default() };
    fixture.access.create_group(group, context(T0)).await.unwrap();
    let email = Some("ann@example.org".to_owned());
    let edit = UserEdit { email, join: ["builders".into()].into(), ..UserEdit::default() };
    fixture.access.edit_user(ann.clone(), edit, context(T0)).await.unwrap();
    for _ in 0..2 {
        let user = fixture.access.user(ann.clone()).await.unwrap().unwrap();
        assert_eq!(user.email.as_deref(), Some("ann@example.org"));
        assert_eq!((user.groups.as_slice(), user.edits), (&["Builders".to_owned()][..], 1));
        assert!(user.effective_admin && !user.admin);
        let query = UserQuery { search: Some("EXAMPLE".into()), limit: 1, ..UserQuery::default() };
        let page = fixture.access.find_users(query, Timestamp::from_ms(0)).await.unwrap();
        assert_eq!((page.total, page.users[0].user.clone()), (1, user));
        assert_eq!(fixture.access.group("BUILDERS").await.unwrap().unwrap().members, 1);
        fixture = fixture.reopen().await;
    }
    let groups = (0..101).map(|number| format!("g{number}"));
    for name in groups.clone() {
        let group = NewGroup { name, ..NewGroup::default() };
        fixture.access.create_group(group, context(T0)).await.unwrap();
    }
    let all = UserEdit { join: groups.collect(), ..UserEdit::default() };
    let too_many = fixture.access.edit_user(ann, all, context(T0)).await;
    assert_eq!(account(too_many), Some(AccountRefused::TooManyGroups));
}

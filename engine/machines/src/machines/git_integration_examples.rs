//! The events and abstract states that the Git integrations are explored with.

use super::git_integration::{
    Action, Event, Form, GitChange, GitDone, GitListed, GitTested, State, Unavailable,
};
use crate::machine::Named;
use crate::rules::git::{GitFields, GitProduct, Vendor, vendor_items};
use crate::secret::{Digest, Handle, PersonId};
use crate::sign_in::Notice;

const KEY: &str = "g_1";

fn fields(vendor: Vendor, name: &str, url: &str) -> GitFields {
    let (name, url, user_name) = (name.to_owned(), url.to_owned(), "octocat".to_owned());
    GitFields { vendor, name, url, user_name }
}

/// The fields of an integration, and those of one that connects elsewhere.
fn ours() -> GitFields {
    fields(Vendor::Github, "main", "https://github.com")
}

fn elsewhere() -> GitFields {
    fields(Vendor::Github, "main", "https://git.example.org")
}

/// The changes of which one state or another waits for the answer.
fn changes() -> [GitChange; 6] {
    let (key, products) = (KEY.to_owned(), [GitProduct::Scanning].into());
    [
        GitChange::Create { fields: ours().into() },
        GitChange::Create { fields: elsewhere().into() },
        GitChange::Update { key: key.clone(), fields: ours().into() },
        GitChange::Update { key: key.clone(), fields: elsewhere().into() },
        GitChange::Products { key: key.clone(), products },
        GitChange::Delete { key },
    ]
}

/// All answers to a change.
fn answers(of: &GitChange) -> [Event; 3] {
    let answer = |done: GitDone| match of {
        GitChange::Create { .. } => Event::Created(done),
        GitChange::Update { .. } => Event::Updated(done),
        GitChange::Products { .. } => Event::Chosen(done),
        GitChange::Delete { .. } => Event::Deleted(done),
    };
    let notice = Notice::new("unreachable", "");
    [
        answer(GitDone::Done { of: of.clone(), key: KEY.into() }),
        answer(GitDone::Refused { of: of.clone(), notice }),
        answer(GitDone::Interrupted { of: of.clone() }),
    ]
}

/// One event for each case that a guard distinguishes.
pub(super) fn examples() -> Vec<Event> {
    let token = || Some(Handle::new(format!("h_{}", "0".repeat(32))));
    let notice = || Notice::new("unreachable", "");
    let open = |unavailable| Event::Open {
        unavailable,
        oauth: false,
        person: Some(PersonId("p_ann".into())),
    };
    let passed = |fields, token| {
        let mark = Digest("a".repeat(64));
        GitTested::Passed { fields, token, mark }
    };
    let other_token = || Some(Handle::new(format!("h_{}", "1".repeat(32))));
    let mut all = vec![
        open(None),
        open(Some(Unavailable::NotSupported)),
        open(Some(Unavailable::NotAdmin)),
        Event::Refresh {},
        Event::Create { vendor: Vendor::Github },
        Event::Edit { fields: ours().into(), key: KEY.into() },
        Event::ClosePopover {},
        Event::Choose { key: KEY.into(), products: [GitProduct::Scanning].into() },
        Event::Choose { key: "g_2".into(), products: [GitProduct::Scanning].into() },
        Event::Delete { key: KEY.into() },
        Event::Close {},
        Event::Reset {},
        Event::Listed(GitListed::Received {
            base_url: Some("https://waybill.example.org/".to_owned()),
            vendors: vendor_items(std::iter::empty()),
        }),
        Event::Listed(GitListed::Refused { notice: notice() }),
        Event::Listed(GitListed::Interrupted {}),
        Event::Tested(passed(ours().into(), token())),
        Event::Tested(passed(ours().into(), None)),
        Event::Tested(passed(ours().into(), other_token())),
        Event::Tested(passed(elsewhere().into(), token())),
        Event::Tested(GitTested::Refused {
            fields: ours().into(),
            token: token(),
            notice: notice(),
        }),
        Event::Tested(GitTested::Interrupted { fields: elsewhere().into(), token: token() }),
    ];
    let renamed = || fields(Vendor::Github, "other", "https://github.com");
    let of_another = || fields(Vendor::Gitlab, "main", "https://gitlab.com");
    for fields in [ours(), renamed(), elsewhere(), of_another()].map(Box::new) {
        for token in [token(), None] {
            all.push(Event::Test { fields: fields.clone(), token: token.clone() });
            all.push(Event::Save { fields: fields.clone(), token });
        }
    }
    all.extend(changes().iter().flat_map(answers));
    all
}

/// The state without names, users and lists.
pub(super) fn abstract_state(state: &State) -> String {
    let name = state.name();
    match state {
        State::Unavailable { why, .. } => format!("{name} {why:?}"),
        State::Storing { created, .. } => format!("{name} {created}"),
        State::Testing { form, token, .. } => {
            let is_created = form.action == Action::Create {};
            format!("{name} {is_created} {} {}", form.fields.url, token.is_some())
        }
        State::Editing { form, .. } | State::Saving { form, .. } => {
            let Form { action, fields, tested, .. } = &**form;
            let is_created = *action == Action::Create {};
            let tested = tested.as_ref().map(|tested| &tested.fields.url);
            format!("{name} {is_created} {} {tested:?}", fields.url)
        }
        _ => name.to_owned(),
    }
}

//! The events and abstract states that the Git integrations are explored with.

use super::git_integration::{
    Action, Event, Form, GitDone, GitListed, GitTested, State, Unavailable,
};
use crate::machine::Named;
use crate::rules::git::{GitFields, GitProduct, Vendor, vendor_items};
use crate::secret::{Digest, Handle, PersonId};
use crate::sign_in::Notice;

const KEY: &str = "g_1";

fn fields(vendor: Vendor, name: &str, url: &str) -> Box<GitFields> {
    let (name, url, user_name) = (name.to_owned(), url.to_owned(), "octocat".to_owned());
    Box::new(GitFields { vendor, name, url, user_name })
}

/// The fields of an integration, and those of one that connects elsewhere.
fn ours() -> Box<GitFields> {
    fields(Vendor::Github, "main", "https://github.com")
}

fn elsewhere() -> Box<GitFields> {
    fields(Vendor::Github, "main", "https://git.example.org")
}

fn changes(answer: &GitDone) -> [Event; 4] {
    [
        Event::Created(answer.clone()),
        Event::Updated(answer.clone()),
        Event::Chosen(answer.clone()),
        Event::Deleted(answer.clone()),
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
    let passed = |fields| GitTested::Passed { fields, mark: Digest("a".repeat(64)) };
    let mut all = vec![
        open(None),
        open(Some(Unavailable::NotSupported)),
        open(Some(Unavailable::NotAdmin)),
        Event::Refresh {},
        Event::Create { vendor: Vendor::Github },
        Event::Edit { fields: ours(), key: KEY.into() },
        Event::ClosePopover {},
        Event::Choose { products: [GitProduct::Scanning].into() },
        Event::Delete { key: KEY.into() },
        Event::Close {},
        Event::Reset {},
        Event::Listed(GitListed::Received { vendors: vendor_items(std::iter::empty()) }),
        Event::Listed(GitListed::Refused { notice: notice() }),
        Event::Listed(GitListed::Interrupted {}),
        Event::Tested(passed(ours())),
        Event::Tested(passed(elsewhere())),
        Event::Tested(GitTested::Refused { fields: ours(), notice: notice() }),
        Event::Tested(GitTested::Interrupted { fields: elsewhere() }),
    ];
    let renamed = || fields(Vendor::Github, "other", "https://github.com");
    let of_another = || fields(Vendor::Gitlab, "main", "https://gitlab.com");
    for fields in [ours(), renamed(), elsewhere(), of_another()] {
        for token in [token(), None] {
            all.push(Event::Test { fields: fields.clone(), token: token.clone() });
            all.push(Event::Save { fields: fields.clone(), token });
        }
    }
    let done = |key: &str| GitDone::Done { key: key.into() };
    let refused = GitDone::Refused { notice: notice() };
    for answer in [done(KEY), done("g_2"), refused, GitDone::Interrupted {}] {
        all.extend(changes(&answer));
    }
    all
}

/// The state without names, users and lists.
pub(super) fn abstract_state(state: &State) -> String {
    let name = state.name();
    match state {
        State::Unavailable { why, .. } => format!("{name} {why:?}"),
        State::Editing { form, .. } | State::Testing { form, .. } | State::Saving { form, .. } => {
            let Form { action, fields, tested, .. } = &**form;
            let is_created = *action == Action::Create {};
            let tested = tested.as_ref().map(|tested| &tested.fields.url);
            format!("{name} {is_created} {} {tested:?}", fields.url)
        }
        _ => name.to_owned(),
    }
}

//! The Git integrations in one tab: the vendors with what is connected to them, and the modal that creates and changes
//! integrations (INT-03, INT-04, INT-06).
//!
//! ```text
//! closed --open--> loading --> ready --create, edit--> editing --test--> testing --> editing
//!            \--> unavailable                          editing --save--> saving --> choosing or ready
//!                                                      choosing --choose--> storing --> ready
//!                              ready --choose--> storing --> ready
//!                              ready --delete--> deleting --> ready
//! ```
//!
//! A token never comes here: the page sends it over HTTP and gets a handle. A passed test leaves a keyed mark of the
//! token, so that the platform can tell whether the token that is stored is the one that was tested. Closing the modal
//! resets it; what had been requested is still notified when its answer comes, after the page was left as well. Each
//! answer names its test or its change, so that a late one is not taken for that to the current one.

use std::collections::BTreeSet;

use statig::prelude::*;

use super::git_integration_steps::{
    CHOSEN, CREATED, DELETED, UPDATED, change_of, choose, create, edit, is_of_form, listed,
    not_saved, notify, open, report, save, test, tested, with_error,
};
pub use super::git_integration_types::{
    Action, Event, Form, GitChange, GitDone, GitListed, GitTested, Page, Proposal, State, Tested,
    Unavailable,
};
use crate::call::Call;
use crate::facts::Facts;
use crate::machine::{AdmissionContext, Context, Machine, Rejection, RejectionCode, Scope};
use crate::rules::features::Feature;
use crate::rules::git::{GitFields, GitProblem, GitProduct};
use crate::secret::Handle;

/// The longest key of an integration, in bytes.
const KEY_BYTES_MAX: usize = 64;
/// The hexadecimal digits of a handle, after `h_`.
const HANDLE_DIGITS: usize = 32;

/// The machine of the Git integrations.
#[derive(Debug, Default)]
pub struct GitIntegration;

#[state_machine(
    initial = "State::Closed {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl GitIntegration {
    #[state(superstate = "root")]
    fn closed(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Open { unavailable, oauth, person } => {
                open(*unavailable, *oauth, person.as_ref(), context)
            }
            // The page was left before they came.
            Event::Listed(_)
            | Event::Tested(_)
            | Event::ClosePopover {}
            | Event::Close {}
            | Event::Reset {} => Handled,
            // No page shows the list.
            _ => notified(event, context),
        }
    }

    #[state(superstate = "opened")]
    fn loading(event: &Event, page: &mut Box<Page>) -> Outcome<State> {
        match event {
            Event::Listed(answer) => {
                listed(page, answer);
                Transition(State::Ready { page: page.clone() })
            }
            Event::Refresh {} => Handled,
            _ => Super,
        }
    }

    #[state(superstate = "opened", local_storage("why: Unavailable"))]
    #[allow(unused_variables, reason = "the superstate uses it")]
    fn unavailable(event: &Event, page: &mut Box<Page>, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Refresh {}
            | Event::Create { .. }
            | Event::Edit { .. }
            | Event::Test { .. }
            | Event::Save { .. }
            | Event::Choose { .. }
            | Event::Delete { .. } => context.refuse(Rejection::new(RejectionCode::GitUnavailable)),
            // There is no list to fetch.
            _ => notified(event, context),
        }
    }

    #[state(superstate = "opened")]
    fn ready(event: &Event, page: &mut Box<Page>, context: &mut Context) -> Outcome<State> {
        if !is_answer(event) {
            page.error = None;
        }
        match event {
            Event::Refresh {} => {
                context.call(Call::ListGit {});
                Handled
            }
            Event::Create { vendor } => create(page, *vendor),
            Event::Edit { fields, key } => edit(page, key, fields),
            Event::Choose { key, products } => choose(page, key, products, false, context),
            Event::Delete { key } => {
                context.call(Call::DeleteGit { key: key.clone() });
                Transition(State::Deleting { page: page.clone(), key: key.clone() })
            }
            _ => Super,
        }
    }

    #[state(superstate = "modal")]
    fn editing(
        event: &Event,
        page: &mut Box<Page>,
        form: &mut Box<Form>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Test { fields, token } => test(page, form, fields, token.as_ref(), context),
            Event::Save { fields, token } => save(page, form, fields, token.as_ref(), context),
            Event::ClosePopover {} => {
                form.popover = false;
                Handled
            }
            _ => Super,
        }
    }

    #[state(superstate = "modal")]
    fn testing(
        event: &Event,
        page: &mut Box<Page>,
        form: &mut Box<Form>,
        token: &mut Option<Handle>,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Tested(answer) if answer.is_of(&form.fields, token.as_ref()) => {
                tested(page, form, answer, context)
            }
            _ => Super,
        }
    }

    #[state(superstate = "modal")]
    fn saving(
        event: &Event,
        page: &mut Box<Page>,
        form: &mut Box<Form>,
        context: &mut Context,
    ) -> Outcome<State> {
        match (event, &form.action) {
            (Event::Created(answer), Action::Create {}) if is_of_form(answer, form) => {
                if let Some(notice) = report(&CREATED, answer, context) {
                    return not_saved(page, form, notice);
                }
                let GitDone::Done { key, .. } = answer else { return Super };
                let (page, key, products) = (page.clone(), key.clone(), [].into());
                Transition(State::Choosing { page, key, products })
            }
            (Event::Updated(answer), Action::Update { .. }) if is_of_form(answer, form) => {
                match report(&UPDATED, answer, context) {
                    Some(notice) => not_saved(page, form, notice),
                    None => Transition(State::Ready { page: page.clone() }),
                }
            }
            _ => Super,
        }
    }

    #[state(superstate = "modal", local_storage("products: BTreeSet<GitProduct>"))]
    fn choosing(
        event: &Event,
        page: &mut Box<Page>,
        key: &String,
        context: &mut Context,
    ) -> Outcome<State> {
        let Event::Choose { key: wanted, products } = event else { return Super };
        if context.guard("another_integration", wanted != key) {
            return context.refuse(Rejection::new(RejectionCode::UnknownIntegration));
        }
        choose(page, key, products, true, context)
    }

    #[state(superstate = "modal")]
    fn storing(
        event: &Event,
        page: &mut Box<Page>,
        key: &String,
        products: &BTreeSet<GitProduct>,
        created: &mut bool,
        context: &mut Context,
    ) -> Outcome<State> {
        let sent = GitChange::Products { key: key.clone(), products: products.clone() };
        match event {
            Event::Chosen(answer) if *answer.of() == sent => {
                // The creation was notified already.
                let texts = if *created { &CHOSEN } else { &UPDATED };
                let error = report(texts, answer, context);
                let stays_open = *created && error.is_some();
                let page = Box::new(with_error(page, error));
                if !stays_open {
                    return Transition(State::Ready { page });
                }
                let (key, products) = (key.clone(), products.clone());
                Transition(State::Choosing { page, key, products })
            }
            _ => Super,
        }
    }

    #[state(superstate = "opened")]
    fn deleting(
        event: &Event,
        page: &mut Box<Page>,
        key: &String,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Deleted(answer) if *answer.of() == (GitChange::Delete { key: key.clone() }) => {
                let error = report(&DELETED, answer, context);
                Transition(State::Ready { page: with_error(page, error).into() })
            }
            _ => Super,
        }
    }

    /// INT-03: closing the modal resets everything in it.
    #[superstate(superstate = "opened")]
    fn modal(event: &Event, page: &mut Box<Page>) -> Outcome<State> {
        match event {
            Event::Close {} => Transition(State::Ready { page: with_error(page, None).into() }),
            _ => Super,
        }
    }

    /// Handles events while a page shows the integrations. An answer to a change whose modal was closed is notified;
    /// that of a test is not.
    #[superstate(superstate = "root")]
    fn opened(event: &Event, page: &mut Box<Page>, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Open { unavailable, oauth, person } => {
                return open(*unavailable, *oauth, person.as_ref(), context);
            }
            Event::Reset {} => return Transition(State::Closed {}),
            Event::Listed(answer) => listed(page, answer),
            // The modal or its popover is closed already, or the test was one of a modal that is.
            Event::Tested(_) | Event::ClosePopover {} | Event::Close {} => {}
            _ => {
                let Some((texts, answer)) = change_of(event) else { return Super };
                report(texts, answer, context);
            }
        }
        Handled
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

/// Notifies the answer to a change where no list is shown.
fn notified(event: &Event, context: &mut Context) -> Outcome<State> {
    let Some((texts, answer)) = change_of(event) else { return Super };
    notify(texts, answer, context);
    Handled
}

/// Whether an event is the answer to a call, and none of the user.
const fn is_answer(event: &Event) -> bool {
    matches!(event, Event::Listed(_) | Event::Tested(_)) || change_of(event).is_some()
}

/// INT-06: available only if the installation supports them and the user is an administrator.
fn availability(facts: &Facts) -> Option<Unavailable> {
    if !facts.supports(Feature::GitScanning) {
        return Some(Unavailable::NotSupported);
    }
    (!facts.user.admin).then_some(Unavailable::NotAdmin)
}

/// Fields that are valid: a rejected event is recorded as well, and an address could have a password in it.
fn valid(fields: &GitFields) -> Result<Box<GitFields>, Rejection> {
    let fields = fields.clone().trimmed();
    fields.checked().map_err(GitProblem::rejection)?;
    Ok(Box::new(fields))
}

/// A handle as the server makes them: another text could be the token itself.
fn well_formed(token: Option<Handle>) -> Result<Option<Handle>, Rejection> {
    let is_handle = |handle: &Handle| {
        handle.handle.strip_prefix("h_").is_some_and(|digits| {
            digits.len() == HANDLE_DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
    };
    if token.as_ref().is_some_and(|token| !is_handle(token)) {
        return Err(GitProblem::Token.rejection());
    }
    Ok(token)
}

fn short(key: String) -> Result<String, Rejection> {
    let fits = key.len() <= KEY_BYTES_MAX;
    if fits { Ok(key) } else { Err(Rejection::new(RejectionCode::TooLong)) }
}

impl Machine for GitIntegration {
    const NAME: &'static str = "git_integration";
    const SCOPE: Scope = Scope::Tab;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(GitIntegration);

    fn admit(proposal: Proposal, admission: AdmissionContext<'_>) -> Result<Event, Rejection> {
        let facts = admission.facts;
        // A user who leaves the page may have lost the right, or the session, in the meantime.
        let is_for_all =
            matches!(proposal, Proposal::Open {} | Proposal::Close {} | Proposal::Reset {});
        if !is_for_all && !facts.is_some_and(|facts| facts.user.admin) {
            return Err(Rejection::new(RejectionCode::NotAuthorised));
        }
        Ok(match proposal {
            Proposal::Open {} => {
                let facts = facts.ok_or_else(|| Rejection::new(RejectionCode::NotReady))?;
                Event::Open {
                    unavailable: availability(facts),
                    oauth: facts.user.oauth_realm,
                    person: facts.user.person.clone(),
                }
            }
            Proposal::Refresh {} => Event::Refresh {},
            Proposal::Create { vendor } => Event::Create { vendor },
            Proposal::Edit { fields, key } => {
                Event::Edit { fields: valid(&fields)?, key: short(key)? }
            }
            Proposal::Test { fields, token } => {
                Event::Test { fields: valid(&fields)?, token: well_formed(token)? }
            }
            Proposal::Save { fields, token } => {
                Event::Save { fields: valid(&fields)?, token: well_formed(token)? }
            }
            Proposal::ClosePopover {} => Event::ClosePopover {},
            Proposal::Choose { key, products } => Event::Choose { key: short(key)?, products },
            Proposal::Delete { key } => Event::Delete { key: short(key)? },
            Proposal::Close {} => Event::Close {},
            Proposal::Reset {} => Event::Reset {},
        })
    }

    fn interrupted(call: &Call) -> Option<Event> {
        Some(match call {
            Call::ListGit {} => Event::Listed(GitListed::Interrupted {}),
            Call::TestGit { fields, token, .. } => {
                let (fields, token) = (fields.clone(), token.clone());
                Event::Tested(GitTested::Interrupted { fields, token })
            }
            _ => {
                let of = GitChange::of_call(call)?;
                let answer = GitDone::Interrupted { of };
                match call {
                    Call::CreateGit { .. } => Event::Created(answer),
                    Call::UpdateGit { .. } => Event::Updated(answer),
                    Call::ChooseGitProducts { .. } => Event::Chosen(answer),
                    _ => Event::Deleted(answer),
                }
            }
        })
    }

    fn examples() -> Vec<Event> {
        super::git_integration_examples::examples()
    }

    fn abstract_state(state: &State) -> String {
        super::git_integration_examples::abstract_state(state)
    }
}

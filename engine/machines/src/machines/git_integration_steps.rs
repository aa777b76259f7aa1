//! Steps that the states of the Git integrations share: the form, and what follows an answer.

use std::collections::BTreeSet;

use statig::prelude::*;

use super::git_integration_types::{
    Action, Event, Form, GitChange, GitDone, GitListed, GitTested, Page, State, Tested, Unavailable,
};
use crate::call::{Call, Severity};
use crate::machine::{Context, Rejection, RejectionCode};
use crate::rules::git::{GitFields, GitProblem, GitProduct, Vendor};
use crate::secret::{Handle, PersonId};
use crate::sign_in::Notice;

/// The key of the text for a failed test (INT-04).
const TEST_FAILED: &str = "git.test_failed";

/// The keys of the texts for the outcomes of a change, which interpolate `key` (INT-07).
pub(super) struct Texts {
    /// The change was made; none if that is not notified.
    done: Option<&'static str>,
    /// The change was not made.
    failed: &'static str,
}

pub(super) const CREATED: Texts = Texts { done: Some("git.created"), failed: "git.create_failed" };
pub(super) const UPDATED: Texts = Texts { done: Some("git.updated"), failed: "git.update_failed" };
pub(super) const CHOSEN: Texts = Texts { done: None, failed: "git.update_failed" };
pub(super) const DELETED: Texts = Texts { done: Some("git.deleted"), failed: "git.delete_failed" };

/// INT-06: starts without what an earlier page has fetched.
pub(super) fn open(
    unavailable: Option<Unavailable>,
    oauth: bool,
    person: Option<&PersonId>,
    context: &mut Context,
) -> Outcome<State> {
    let page = Box::new(Page { oauth, person: person.cloned(), ..Page::default() });
    if let Some(why) = unavailable {
        context.guard("unavailable", true);
        return Transition(State::Unavailable { page, why });
    }
    context.call(Call::ListGit {});
    Transition(State::Loading { page })
}

/// INT-07: a list that cannot be fetched is not notified; the page keeps the one before.
pub(super) fn listed(page: &mut Page, answer: &GitListed) {
    match answer {
        GitListed::Received { base_url, vendors } => {
            page.base_url.clone_from(base_url);
            page.vendors.clone_from(vendors);
            page.failed = false;
        }
        GitListed::Refused { .. } | GitListed::Interrupted {} => page.failed = true,
    }
}

pub(super) fn create(page: &Page, vendor: Vendor) -> Outcome<State> {
    let fields = GitFields {
        vendor,
        name: String::new(),
        url: vendor.hosted_url().unwrap_or_default().to_owned(),
        user_name: String::new(),
    };
    editing(page, fresh(Action::Create {}, fields, None))
}

pub(super) fn edit(page: &Page, key: &str, fields: &GitFields) -> Outcome<State> {
    let (action, before) = (Action::Update { key: key.to_owned() }, Some(fields.clone()));
    editing(page, fresh(action, fields.clone(), before))
}

fn fresh(action: Action, fields: GitFields, before: Option<GitFields>) -> Form {
    Form { action, fields, before, tested: None, popover: false, error: None }
}

fn editing(page: &Page, form: Form) -> Outcome<State> {
    Transition(State::Editing { page: Box::new(page.clone()), form: Box::new(form) })
}

/// Whether the integration connects with these fields as it did when the form was opened.
fn is_as_before(form: &Form, fields: &GitFields) -> bool {
    form.before.as_ref().is_some_and(|before| before.connects_as(fields))
}

/// Why a form cannot be sent: its vendor stays, and the stored token is for the connection that it was given for.
fn problem_of(
    form: &Form,
    fields: &GitFields,
    token: Option<&Handle>,
    context: &mut Context,
) -> Option<Rejection> {
    if context.guard("other_vendor", fields.vendor != form.fields.vendor) {
        return Some(Rejection::new(RejectionCode::GitVendorFixed));
    }
    let is_missing = token.is_none() && !is_as_before(form, fields);
    context.guard("token_missing", is_missing).then(|| GitProblem::TokenMissing.rejection())
}

/// INT-04: whatever was tested before counts no longer.
pub(super) fn test(
    page: &Page,
    form: &Form,
    fields: &GitFields,
    token: Option<&Handle>,
    context: &mut Context,
) -> Outcome<State> {
    if let Some(rejection) = problem_of(form, fields, token, context) {
        return context.refuse(rejection);
    }
    let key = match &form.action {
        Action::Create {} => None,
        Action::Update { key } => Some(key.clone()),
    };
    context.call(Call::TestGit { key, fields: Box::new(fields.clone()), token: token.cloned() });
    let form = fresh(form.action.clone(), fields.clone(), form.before.clone());
    let (page, form) = (Box::new(page.clone()), Box::new(form));
    Transition(State::Testing { page, form, token: token.cloned() })
}

pub(super) fn tested(
    page: &Page,
    form: &Form,
    answer: &GitTested,
    context: &mut Context,
) -> Outcome<State> {
    let mut form = form.clone();
    match answer {
        GitTested::Passed { fields, mark, .. } => {
            form.tested = Some(Tested { fields: (**fields).clone(), mark: mark.clone() });
            form.popover = true;
        }
        GitTested::Refused { notice, .. } => form.error = Some(notice.clone()),
        GitTested::Interrupted { .. } => form.error = Some(interrupted()),
    }
    if context.guard("test_failed", form.error.is_some()) {
        context.call(Call::notify_error(TEST_FAILED));
    }
    editing(page, form)
}

/// INT-04: nothing is created before a test of these fields has passed. A change that keeps the connection and the
/// token needs no test.
pub(super) fn save(
    page: &Page,
    form: &Form,
    fields: &GitFields,
    token: Option<&Handle>,
    context: &mut Context,
) -> Outcome<State> {
    if let Some(rejection) = problem_of(form, fields, token, context) {
        return context.refuse(rejection);
    }
    let is_kept = context.guard("connection_kept", is_as_before(form, fields) && token.is_none());
    let tested = form.tested.as_ref().filter(|tested| tested.fields.connects_as(fields));
    let mark = tested.filter(|_| !is_kept).map(|tested| tested.mark.clone());
    if context.guard("not_tested", mark.is_none() && !is_kept) {
        return context.refuse(Rejection::new(RejectionCode::GitNotTested));
    }
    let sent = Box::new(fields.clone());
    match (&form.action, token, mark) {
        (Action::Create {}, Some(token), Some(mark)) => {
            context.call(Call::CreateGit { fields: sent, token: token.clone(), mark });
        }
        // The guards above have refused it.
        (Action::Create {}, _, _) => {
            return context.refuse(Rejection::new(RejectionCode::GitNotTested));
        }
        (Action::Update { key }, token, mark) => {
            let (key, token) = (key.clone(), token.cloned());
            context.call(Call::UpdateGit { key, fields: sent, token, mark });
        }
    }
    let form = Form { fields: fields.clone(), popover: false, error: None, ..form.clone() };
    Transition(State::Saving { page: Box::new(page.clone()), form: Box::new(form) })
}

/// The form stays open with the reason.
pub(super) fn not_saved(page: &Page, form: &Form, notice: Notice) -> Outcome<State> {
    editing(page, Form { error: Some(notice), ..form.clone() })
}

/// The answer to a change, with its texts.
pub(super) const fn change_of(event: &Event) -> Option<(&'static Texts, &GitDone)> {
    match event {
        Event::Created(answer) => Some((&CREATED, answer)),
        Event::Updated(answer) => Some((&UPDATED, answer)),
        Event::Chosen(answer) => Some((&CHOSEN, answer)),
        Event::Deleted(answer) => Some((&DELETED, answer)),
        _ => None,
    }
}

/// Notifies the outcome of a change. Returns the reason if the change was not made.
pub(super) fn notify(texts: &Texts, answer: &GitDone, context: &mut Context) -> Option<Notice> {
    let notice = match answer {
        GitDone::Done { key, .. } => {
            if let Some(text) = texts.done {
                let args = [("key".to_owned(), key.clone())].into();
                context.call(Call::notify(Severity::Info, text, args));
            }
            None
        }
        GitDone::Refused { notice, .. } => Some(notice.clone()),
        GitDone::Interrupted { .. } => Some(interrupted()),
    };
    if context.guard("failed", notice.is_some()) {
        context.call(Call::notify_error(texts.failed));
    }
    notice
}

/// Notifies the outcome of a change, and fetches the list again if something has changed or may have. Returns the
/// reason if the change was not made.
pub(super) fn report(texts: &Texts, answer: &GitDone, context: &mut Context) -> Option<Notice> {
    let notice = notify(texts, answer, context);
    if !matches!(answer, GitDone::Refused { .. }) {
        context.call(Call::ListGit {});
    }
    notice
}

/// The notice if a result is unknown.
fn interrupted() -> Notice {
    Notice::new("interrupted", "")
}

/// Whether an answer is that to the change that the form has sent.
pub(super) fn is_of_form(answer: &GitDone, form: &Form) -> bool {
    match (answer.of(), &form.action) {
        (GitChange::Create { fields }, Action::Create {}) => **fields == form.fields,
        (GitChange::Update { key, fields }, Action::Update { key: own }) => {
            key == own && **fields == form.fields
        }
        _ => false,
    }
}

/// Selects the products of an integration.
pub(super) fn choose(
    page: &Page,
    key: &str,
    products: &BTreeSet<GitProduct>,
    created: bool,
    context: &mut Context,
) -> Outcome<State> {
    let (key, products) = (key.to_owned(), products.clone());
    context.call(Call::ChooseGitProducts { key: key.clone(), products: products.clone() });
    let page = Box::new(Page { error: None, ..page.clone() });
    Transition(State::Storing { page, key, products, created })
}

/// The page with the reason why its last change was not made.
pub(super) fn with_error(page: &Page, error: Option<Notice>) -> Page {
    Page { error, ..page.clone() }
}

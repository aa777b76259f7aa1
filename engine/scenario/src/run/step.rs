//! Runs one step of a scenario.

use std::ops::Range;

use waybill_engine::{Body, Submission};
use waybill_machines::machines::{
    cli_login, forgot_password, login, mfa, onboarding, passkey, password, reset_password, sso,
};
use waybill_machines::rules::onboarding::{Details, free_text};
use waybill_machines::secret::PersonId;
use waybill_machines::sign_in::{Landing, PasskeyCeremony, PasskeyPurpose, SignInFlow};
use waybill_machines::{AnyState, MachineName, Rejection, RejectionCode};
use waybill_platform::streams::ChangeContext;

use super::crash;
use super::edge::Edge;
use super::refused::Refused;
use super::settle::{Hold, answer, answer_at, pass, settle, wake};
use super::verify;
use super::world::World;
use crate::format::{Action, Answers, CodeWord, Describe, LoginSubmit, Scenario, Step};

/// The results of a step, which are then compared with its expectations.
#[derive(Debug, Default)]
pub(crate) struct StepResult {
    pub(crate) records: Range<usize>,
    pub(crate) tab: String,
    pub(crate) refused: Option<Refused>,
    /// Why the step could not be run, if so.
    pub(crate) failure: Option<String>,
    /// The problems that the step itself has found.
    pub(crate) found: Vec<String>,
}

/// Runs the step with this index.
pub(crate) fn take(world: &mut World<'_>, scenario: &Scenario, index: usize) -> StepResult {
    let step = &scenario.steps[index];
    let mut result = StepResult::default();
    if let Err(failure) = attempt(world, scenario, index, &mut result) {
        result.failure = Some(failure);
    }
    result.tab = tab_of(world, step);
    result.found.append(&mut world.missed);
    // The record that opens the session is not attributed to the step.
    let opening = world.log.get(result.records.start).filter(|entry| entry.is_opening());
    result.records = result.records.start + usize::from(opening.is_some())..world.log.len();
    result
}

fn tab_of(world: &World<'_>, step: &Step) -> String {
    let opened = match &step.action {
        Action::OpenTab(tab) => Some(tab.clone()),
        _ => None,
    };
    let first = || world.tabs.keys().next().cloned().unwrap_or_else(|| "t1".into());
    step.tab.clone().or(opened).unwrap_or_else(first)
}

fn attempt(
    world: &mut World<'_>,
    scenario: &Scenario,
    index: usize,
    result: &mut StepResult,
) -> Result<(), String> {
    let step = &scenario.steps[index];
    let tab = tab_of(world, step);
    // Events for the installation do not need a session.
    if step.action.is_command() && !matches!(step.action, Action::Submit { .. }) {
        world.replace_closed_session()?;
    }
    result.records.start = world.log.len();
    let hold = Hold { step, later: &scenario.steps[index + 1..] };
    match &step.action {
        Action::Answer(answers) => {
            for (call, overrides) in answers {
                result.refused =
                    answer(world, call, Some(overrides), &tab)?.or(result.refused.take());
                hold.mark(world);
            }
        }
        Action::After(span) => pass(world, *span, &tab, &hold)?,
        Action::Crash { down } => {
            result.found = crash::crash(world, *down, &tab)?;
            wake(world, world.now(), &tab, &hold)?;
        }
        Action::OpenTab(name) => world.open_tab(name)?,
        Action::CloseTab(name) => world.close_tab(name),
        Action::VerifyLog => result.found = verify::world(world),
        action => {
            let command = world.next_command();
            result.refused = propose(world, action, &command, &tab)?;
            hold.mark(world);
            if step.again {
                settle(world, &tab, &hold)?;
                result.found = again(world, action, &command, &tab, result.refused.as_ref())?;
            }
        }
    }
    settle(world, &tab, &hold)?;
    result.found.extend(hold.unused(world));
    Ok(())
}

/// EVT-09: repeating a command has the same result and records nothing.
fn again(
    world: &mut World<'_>,
    action: &Action,
    command: &str,
    tab: &str,
    first: Option<&Refused>,
) -> Result<Vec<String>, String> {
    let records = world.log.len();
    let second = propose(world, action, command, tab)?;
    let mut found = Vec::new();
    if world.log.len() != records {
        found.push(format!("the second time wrote {} records", world.log.len() - records));
    }
    let codes = [second.as_ref(), first].map(|refused| refused.map(|by| by.code));
    if codes[0] != codes[1] {
        found.push(format!("the second time led to {:?}, the first to {:?}", codes[0], codes[1]));
    }
    Ok(found)
}

/// Sends a command. Returns the rejection, if it was rejected.
fn propose(
    world: &mut World<'_>,
    action: &Action,
    command: &str,
    tab: &str,
) -> Result<Option<Refused>, String> {
    let sent = match action {
        Action::Submit { stream, event } => {
            let context = ChangeContext::by(world.who(), world.now());
            let id = Some(command.to_owned());
            let submission =
                Submission { id, ..Submission::new(stream, event.as_ref().clone(), context) };
            world.server.submit(submission).map(|rejected| rejected.map(Refused::from))
        }
        Action::FactsChanged(change) => {
            for fact in &change.facts() {
                fact.apply_to(&mut world.edge.facts);
            }
            world.server.facts_changed(&world.edge.facts);
            Ok(None)
        }
        Action::Revoke => Ok(world.revoke().err().map(Refused::from)),
        action => {
            if let Action::Describe(form) = action
                && has_invalid_text(form)
            {
                return Ok(Some(Rejection::new(RejectionCode::TooLong).into()));
            }
            if matches!(action, Action::ClientOpen(_)) && signed_in(world, tab).is_none() {
                return Ok(Some(Rejection::new(RejectionCode::NotSignedIn).into()));
            }
            let (machine, body) = command_of(world, action, tab)?;
            Ok(world.command(command, machine, tab, body).err().map(Refused::from))
        }
    };
    world.catch_up(tab)?;
    sent
}

/// The command that the browser sends; forms with secrets are converted by the server's HTTP layer.
fn command_of(
    world: &mut World<'_>,
    action: &Action,
    tab: &str,
) -> Result<(MachineName, Body), String> {
    Ok(match action {
        Action::Propose { machine, proposal } => (*machine, Body::Proposal(proposal.to_string())),
        Action::LoginSubmit(form) => (MachineName::Login, sign_in(world, form, tab)),
        Action::LogOut => (MachineName::Login, World::edge_event(login::Event::LogOut {})),
        Action::MfaSubmit(code) => {
            let (code, token) = (world.edge.code(*code), world.offer_token());
            (MachineName::Mfa, World::edge_event(mfa::Event::Submit { code, token }))
        }
        Action::MfaRecover(code) => {
            let (code, token) = (world.edge.code(*code), world.offer_token());
            (MachineName::Mfa, World::edge_event(mfa::Event::Recover { code, token }))
        }
        Action::PasswordSubmit(form) => {
            let passwords = world.edge.passwords(form);
            (MachineName::Password, World::edge_event(password::Event::Submit { passwords }))
        }
        Action::ForgotPasswordSubmit(form) => {
            let account = world.edge.typed_account(form);
            let event = forgot_password::Event::Submit { account };
            (MachineName::ForgotPassword, World::edge_event(event))
        }
        Action::ResetPasswordOpen(form) => {
            let (key, link) = world.edge.reset_link(form);
            let event = reset_password::Event::Open { key, link };
            (MachineName::ResetPassword, World::edge_event(event))
        }
        Action::ResetPasswordSubmit(form) => {
            let (key, password) = world.edge.reset_password(form);
            let event = reset_password::Event::Submit { key, password };
            (MachineName::ResetPassword, World::edge_event(event))
        }
        Action::Describe(form) => {
            let mut keep = |text: &Option<String>| {
                let text = free_text(text.as_deref()?).ok()??;
                Some(world.edge.personal(text))
            };
            let details = Details {
                role: form.role,
                other_role: keep(&form.other_role),
                company_name: keep(&form.company_name),
                oss_project_name: keep(&form.oss_project_name),
            };
            (MachineName::Onboarding, World::edge_event(onboarding::Event::Describe { details }))
        }
        Action::ClientOpen(form) => {
            let person = signed_in(world, tab).ok_or("no user is signed in")?;
            let (client, name) = (Edge::client(&form.client), form.name.clone());
            let event = cli_login::Event::Open { client, name, person };
            (MachineName::CliLogin, World::edge_event(event))
        }
        Action::ClientSubmit(code) => {
            let code = world.edge.code(*code);
            (MachineName::CliLogin, World::edge_event(cli_login::Event::Submit { code }))
        }
        Action::ClientDeny => (MachineName::CliLogin, World::edge_event(cli_login::Event::Deny {})),
        Action::SsoBegin(form) => {
            let digest = world.edge.begin_flow();
            let (provider, purpose) = (form.provider.clone(), form.purpose);
            let person = signed_in(world, tab);
            let flow = SignInFlow { provider, digest, purpose, person };
            let terms = Some(world.given.sessions.terms(true));
            let landing = Landing { remember: true, terms, ..Landing::default() };
            (MachineName::Sso, World::edge_event(sso::Event::Begin { flow, landing }))
        }
        Action::SsoCallback(form) => {
            let flow = world.edge.returned_flow(form.flow);
            let (code, token) = (world.edge.sign_in_code(&form.user), world.offer_token());
            let person = signed_in(world, tab);
            (
                MachineName::Sso,
                World::edge_event(sso::Event::Callback { flow, code, token, person }),
            )
        }
        Action::SsoDenied(form) => {
            let flow = world.edge.returned_flow(form.flow);
            let notice = login::Notice::new("sign_in_denied", "");
            (MachineName::Sso, World::edge_event(sso::Event::Denied { flow, notice }))
        }
        Action::PasskeyBegin(form) => {
            let (digest, purpose) = (world.edge.begin_flow(), form.purpose);
            let person = passkey_owner(world, tab, purpose);
            let ceremony = PasskeyCeremony { digest, purpose, person };
            (MachineName::Passkey, World::edge_event(passkey::Event::Begin { ceremony }))
        }
        Action::PasskeyAnswer(form) => {
            let digest = world.edge.returned_flow(form.flow);
            let (response, token) = (world.edge.passkey(&form.user), world.offer_token());
            let person = match world.state(MachineName::Passkey, tab) {
                AnyState::Passkey(passkey::State::Asked { ceremony, .. }) => {
                    passkey_owner(world, tab, ceremony.purpose)
                }
                _ => None,
            };
            let terms = Some(world.given.sessions.terms(true));
            let landing = Landing { remember: true, terms, ..Landing::default() };
            let event = passkey::Event::Answer { digest, response, token, person, landing };
            (MachineName::Passkey, World::edge_event(event))
        }
        other => return Err(format!("nobody can do this: {other:?}")),
    })
}

/// Whose passkey it is or becomes that is asked for now.
fn passkey_owner(world: &World<'_>, tab: &str, purpose: PasskeyPurpose) -> Option<PersonId> {
    match (purpose, world.state(MachineName::Mfa, tab)) {
        (PasskeyPurpose::SecondFactor, AnyState::Mfa(mfa::State::Verify { person, .. }))
        | (PasskeyPurpose::Enrolment, AnyState::Mfa(mfa::State::Enrolling { person, .. })) => {
            Some(person)
        }
        (PasskeyPurpose::SecondFactor | PasskeyPurpose::Enrolment, _) => None,
        (PasskeyPurpose::SignIn | PasskeyPurpose::Add | PasskeyPurpose::RecoveryCodes, _) => {
            signed_in(world, tab)
        }
    }
}

/// The user who has signed in completely.
fn signed_in(world: &World<'_>, tab: &str) -> Option<PersonId> {
    match world.state(MachineName::Login, tab) {
        AnyState::Login(login::State::SignedIn { person, .. }) => Some(person),
        _ => None,
    }
}

/// The server's edge rejects such texts, which never become an event.
fn has_invalid_text(form: &Describe) -> bool {
    let texts = [&form.other_role, &form.company_name, &form.oss_project_name];
    texts.into_iter().flatten().any(|text| free_text(text).is_err())
}

fn sign_in(world: &mut World<'_>, form: &LoginSubmit, tab: &str) -> Body {
    // A scenario from a recorded session contains the path that the browser had stored.
    let simulates_browser = world.given.answers == Answers::Automatic;
    let remembered = world.tabs.get(tab).and_then(|tab| tab.remembered.clone());
    let remembered = remembered.filter(|_| simulates_browser);
    let stored = match &form.stored {
        Some(stored) => Some(world.stored(stored)),
        None => remembered,
    };
    let attempt = login::Attempt {
        account: world.edge.personal(&form.user),
        remember: form.remember,
        token: world.offer_token(),
        stored,
        set_me_up: form.set_me_up.unwrap_or(simulates_browser && world.has_set_me_up),
        via: None,
        terms: Some(world.given.sessions.terms(form.remember)),
        passkey: None,
    };
    let credentials = world.edge.credentials(form);
    World::edge_event(login::Event::Submit { attempt, credentials })
}

/// Signs the user of `given` in before the first step.
pub(crate) fn prelude(world: &mut World<'_>) -> Result<(), String> {
    let Some(user) = world.given.signed_in.clone() else { return Ok(()) };
    let form = LoginSubmit {
        user: user.clone(),
        password: "correct".into(),
        remember: true,
        stored: None,
        set_me_up: None,
    };
    let code = || Action::MfaSubmit(CodeWord::Correct);
    let saved = serde_json::json!({"type": "codes_saved"});
    let saved = Action::Propose { machine: MachineName::Mfa, proposal: saved };
    for _ in 0..8 {
        let action = match (
            world.state(MachineName::Login, "t1").name(),
            world.state(MachineName::Mfa, "t1").name(),
        ) {
            ("signed_out", _) => Action::LoginSubmit(form.clone()),
            ("otp_required", _) | ("enrol_required", "enrolling") => code(),
            ("signed_in", "codes_shown") => saved.clone(),
            ("signed_in", _) => return Ok(()),
            (state, _) => return Err(format!("{user} is not signed in but {state}")),
        };
        let command = world.next_command();
        propose(world, &action, &command, "t1")?;
        while !world.server.calls().waiting().is_empty() {
            answer_at(world, 0, None, "t1")?;
        }
    }
    Err(format!("{user} cannot sign in"))
}

//! The steps of a scenario and their actions.

mod passwords;
mod sign_in;

use std::fmt;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use waybill_machines::rules::onboarding::WorkRole;
use waybill_machines::{AnyEvent, MachineName};

use super::read::{Answered, EventOf, Known, PORT_CALL, Proposal, ProposalOf, STEP_KEY};
use super::{Duration, Expect, FactsChange};

pub use passwords::{
    CurrentWord, ForgotPasswordSubmit, PasswordSubmit, ResetPasswordOpen, ResetPasswordSubmit,
};
pub use sign_in::{
    CodeWord, FlowWord, LoginSubmit, PasskeyAnswer, PasskeyBegin, SsoBegin, SsoCallback, SsoDenied,
    Stored,
};

/// How calls are answered that no step answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Answers {
    /// At once, by the services as `given` describes them.
    Automatic,
    /// Only by `answer` steps, as in scenarios that are generated from a recorded session.
    Explicit,
}

/// One step: an action and its attributes.
#[derive(Debug, Clone)]
pub struct Step {
    /// The action of the step.
    pub action: Action,
    /// The expected results.
    pub expect: Option<Expect>,
    /// The tab in which it happens.
    pub tab: Option<String>,
    /// A remark for readers.
    pub note: Option<String>,
    /// The same command is sent again, as a browser does that has lost the answer.
    pub again: bool,
    /// Calls of this step that are not answered until a later step does.
    pub hold: Vec<String>,
}

/// The action of a step.
#[derive(Debug, Clone)]
pub enum Action {
    /// A tab proposes an event over the socket.
    Propose {
        /// The machine that receives it.
        machine: MachineName,
        /// The proposal's JSON, with its `type`.
        proposal: Value,
    },
    /// An event is sent to a machine of the installation.
    Submit {
        /// The stream of the machine.
        stream: String,
        /// The event.
        event: Box<AnyEvent>,
    },
    /// The login form is sent.
    LoginSubmit(LoginSubmit),
    /// The user logs out.
    LogOut,
    /// The session is ended by another session or an administrator.
    Revoke,
    /// Facts change: another licence is installed or ends, or the server was restarted with another configuration.
    FactsChanged(Box<FactsChange>),
    /// A one-time code is sent, for verifying or for enrolling.
    MfaSubmit(CodeWord),
    /// A recovery code is sent.
    MfaRecover(CodeWord),
    /// The form for changing a password is sent.
    PasswordSubmit(PasswordSubmit),
    /// The form for asking for a link for a new password is sent.
    ForgotPasswordSubmit(ForgotPasswordSubmit),
    /// A link for a new password is opened.
    ResetPasswordOpen(ResetPasswordOpen),
    /// The form with the new password is sent.
    ResetPasswordSubmit(ResetPasswordSubmit),
    /// The details of the onboarding wizard are sent.
    Describe(Describe),
    /// The page of a command-line client that waits answers it.
    ClientOpen(ClientOpen),
    /// The code that the client's terminal shows is sent.
    ClientSubmit(CodeWord),
    /// The client is denied.
    ClientDeny,
    /// The user goes to a provider.
    SsoBegin(SsoBegin),
    /// The user comes back from a provider with a code.
    SsoCallback(SsoCallback),
    /// The user comes back from a provider without a code.
    SsoDenied(SsoDenied),
    /// The browser asks for a passkey.
    PasskeyBegin(PasskeyBegin),
    /// An authenticator answers.
    PasskeyAnswer(PasskeyAnswer),
    /// Services answer pending calls, in this order.
    Answer(Vec<(String, Map<String, Value>)>),
    /// Time passes.
    After(Duration),
    /// The server is killed and started again.
    Crash {
        /// How long it is down.
        down: Duration,
    },
    /// Another tab of the same browser is opened.
    OpenTab(String),
    /// A tab is closed.
    CloseTab(String),
    /// The log so far is replayed and searched for secrets.
    VerifyLog,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Code {
    code: CodeWord,
}

/// The details of the onboarding wizard. A text that is left out was not typed.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Describe {
    /// The user's role.
    pub role: Option<WorkRole>,
    /// The role in the user's own words.
    pub other_role: Option<String>,
    /// The name of the user's company.
    pub company_name: Option<String>,
    /// The name of the user's open-source project.
    pub oss_project_name: Option<String>,
}

/// A command-line client that waits.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClientOpen {
    /// What the client calls itself.
    pub name: String,
    /// Which of several clients it is: a word of the scenario.
    #[serde(default)]
    pub client: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Down {
    #[serde(default)]
    down: Duration,
}

#[derive(Deserialize)]
enum Verifiable {
    #[serde(rename = "log")]
    Log,
}

impl Action {
    /// Whether the action is a command of a user, which has an id.
    pub const fn is_command(&self) -> bool {
        matches!(
            self,
            Self::Propose { .. }
                | Self::Submit { .. }
                | Self::LoginSubmit(_)
                | Self::LogOut
                | Self::Revoke
                | Self::FactsChanged(_)
                | Self::MfaSubmit(_)
                | Self::MfaRecover(_)
                | Self::PasswordSubmit(_)
                | Self::ForgotPasswordSubmit(_)
                | Self::ResetPasswordOpen(_)
                | Self::ResetPasswordSubmit(_)
                | Self::Describe(_)
                | Self::ClientOpen(_)
                | Self::ClientSubmit(_)
                | Self::ClientDeny
                | Self::SsoBegin(_)
                | Self::SsoCallback(_)
                | Self::SsoDenied(_)
                | Self::PasskeyBegin(_)
                | Self::PasskeyAnswer(_)
        )
    }

    fn read<'de, A: MapAccess<'de>>(name: &str, map: &mut A) -> Result<Self, A::Error> {
        Ok(match name {
            "login.submit" => Self::LoginSubmit(map.next_value()?),
            "login.log_out" => map.next_value::<Nothing>().map(|Nothing {}| Self::LogOut)?,
            "login.revoke" => map.next_value::<Nothing>().map(|Nothing {}| Self::Revoke)?,
            "startup.facts_changed" => Self::FactsChanged(map.next_value()?),
            "mfa.submit" => Self::MfaSubmit(map.next_value::<Code>()?.code),
            "mfa.recover" => Self::MfaRecover(map.next_value::<Code>()?.code),
            "password.submit" => Self::PasswordSubmit(map.next_value()?),
            "forgot_password.submit" => Self::ForgotPasswordSubmit(map.next_value()?),
            "reset_password.open" => Self::ResetPasswordOpen(map.next_value()?),
            "reset_password.submit" => Self::ResetPasswordSubmit(map.next_value()?),
            "onboarding.describe" => Self::Describe(map.next_value()?),
            "cli_login.open" => Self::ClientOpen(map.next_value()?),
            "cli_login.submit" => Self::ClientSubmit(map.next_value::<Code>()?.code),
            "cli_login.deny" => map.next_value::<Nothing>().map(|Nothing {}| Self::ClientDeny)?,
            "sso.begin" => Self::SsoBegin(map.next_value()?),
            "sso.callback" => Self::SsoCallback(map.next_value()?),
            "sso.denied" => Self::SsoDenied(map.next_value()?),
            "passkey.begin" => Self::PasskeyBegin(map.next_value()?),
            "passkey.answer" => Self::PasskeyAnswer(map.next_value()?),
            "answer" => Self::Answer(map.next_value::<Answered>()?.0),
            "after" => Self::After(map.next_value()?),
            "crash" => Self::Crash { down: map.next_value::<Down>()?.down },
            "open_tab" => Self::OpenTab(map.next_value()?),
            "close_tab" => Self::CloseTab(map.next_value()?),
            "verify" => map.next_value::<Verifiable>().map(|Verifiable::Log| Self::VerifyLog)?,
            name if name.contains('/') => {
                let event = map.next_value_seed(EventOf(name))?;
                let stream = name.split('.').next().unwrap_or_default().to_owned();
                Self::Submit { stream, event: Box::new(event) }
            }
            _ => {
                let Proposal(fields) = map.next_value_seed(ProposalOf(name))?;
                let (machine, _) = name.split_once('.').unwrap_or((name, ""));
                let machine = machine.parse().map_err(A::Error::custom)?;
                Self::Propose { machine, proposal: Value::Object(fields) }
            }
        })
    }
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Step;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a step such as {login.submit: {user: ann}}")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Step, A::Error> {
                let (mut action, mut expect, mut tab, mut note) = (None, None, None, None);
                let (mut again, mut hold) = (false, Vec::new());
                while let Some(Known(key)) = map.next_key::<Known<STEP_KEY>>()? {
                    match key.as_str() {
                        "expect" => expect = Some(map.next_value()?),
                        "tab" => tab = Some(map.next_value()?),
                        "note" => note = Some(map.next_value()?),
                        "again" => again = map.next_value()?,
                        "hold" => {
                            let calls: Vec<Known<PORT_CALL>> = map.next_value()?;
                            hold = calls.into_iter().map(|Known(call)| call).collect();
                        }
                        name => match &action {
                            None => {
                                let read = Action::read(name, &mut map)?;
                                action = Some((name.to_owned(), read));
                            }
                            Some((first, _)) => {
                                return Err(A::Error::custom(format_args!(
                                    "a step does one thing: `{first}` or `{name}`"
                                )));
                            }
                        },
                    }
                }
                let (name, action) = action.ok_or_else(|| {
                    A::Error::custom("this step does nothing; expected an action")
                })?;
                if again && !action.is_command() {
                    let message =
                        format!("`again` repeats what somebody does; nobody does `{name}`");
                    return Err(A::Error::custom(message));
                }
                Ok(Step { action, expect, tab, note, again, hold })
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

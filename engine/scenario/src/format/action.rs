//! What happens in a story: the steps.

use std::fmt;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use waybill_machines::rules::onboarding::WorkRole;
use waybill_machines::{AnyEvent, MachineName, Timestamp};

use super::read::{Answered, EventOf, Known, PORT_CALL, Proposal, ProposalOf, STEP_KEY};
use super::{Duration, Expect, FactsChange};

/// Who answers a call that no step answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Answers {
    /// The services of `given`, at once.
    Automatic,
    /// Nobody: each call waits for its `answer` step. What is recorded from a real session does so.
    Explicit,
}

/// One step: an action, and what stands beside it.
#[derive(Debug, Clone)]
pub struct Step {
    /// What happens.
    pub action: Action,
    /// What must come of it.
    pub expect: Option<Expect>,
    /// In which tab.
    pub tab: Option<String>,
    /// A word for the reader.
    pub note: Option<String>,
    /// The same command is sent a second time, as a browser does that lost the answer.
    pub again: bool,
    /// Calls of this step that stay without an answer until a step gives one.
    pub hold: Vec<String>,
}

/// What happens in a step.
#[derive(Debug, Clone)]
pub enum Action {
    /// A tab proposes an event over the socket.
    Propose {
        /// To which machine.
        machine: MachineName,
        /// The proposal's JSON, with its `type`.
        proposal: Value,
    },
    /// Something happens to a machine of the installation.
    Submit {
        /// Its stream.
        stream: String,
        /// What.
        event: AnyEvent,
    },
    /// The login form is sent.
    LoginSubmit(LoginSubmit),
    /// The user logs out.
    LogOut,
    /// The sign-in is ended from elsewhere.
    Revoke,
    /// Another licence is installed or ends, or the server was started again with another configuration.
    FactsChanged(Box<FactsChange>),
    /// A one-time code is sent, for verifying or for enrolling.
    MfaSubmit(CodeWord),
    /// A recovery code is sent.
    MfaRecover(CodeWord),
    /// The form for changing a password is sent.
    PasswordSubmit(PasswordSubmit),
    /// The details of the onboarding wizard are sent.
    Describe(Describe),
    /// Services answer calls that wait, in this order.
    Answer(Vec<(String, Map<String, Value>)>),
    /// Time passes.
    After(Duration),
    /// The server stops, and starts again after a while.
    Crash {
        /// For how long it was down.
        down: Duration,
    },
    /// A further tab of the same browser.
    OpenTab(String),
    /// A tab goes away.
    CloseTab(String),
    /// The log so far is decided again and searched for secrets.
    VerifyLog,
}

/// What the login form sends.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LoginSubmit {
    /// The user name that was typed.
    pub user: String,
    /// `correct`, `wrong`, or the text that was typed.
    #[serde(default = "correct")]
    pub password: String,
    /// The sign-in is to last.
    #[serde(default = "yes")]
    pub remember: bool,
    /// What the browser says that it remembers, instead of what it does remember.
    pub stored: Option<Stored>,
}

fn correct() -> String {
    "correct".into()
}

const fn yes() -> bool {
    true
}

/// A path that somebody wanted before they had to sign in. Without a time it is from now.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stored {
    /// Path and query under `/ui`.
    pub path: String,
    /// When it was wanted.
    pub at: Option<Timestamp>,
    /// How long ago that is.
    pub ago: Option<Duration>,
}

/// Which code is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CodeWord {
    /// The right one.
    Correct,
    /// A wrong one.
    Wrong,
    /// The right one of the last time, which does not count twice.
    Reused,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Code {
    code: CodeWord,
}

/// What the password form sends.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PasswordSubmit {
    /// The current password.
    #[serde(default = "CurrentWord::correct")]
    pub current: CurrentWord,
    /// The new one.
    pub new: String,
}

/// Which current password is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CurrentWord {
    /// The right one.
    Correct,
    /// A wrong one.
    Wrong,
}

impl CurrentWord {
    const fn correct() -> Self {
        Self::Correct
    }
}

/// What the details of the onboarding wizard send. A text that is left out was not typed.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Describe {
    /// What somebody does.
    pub role: Option<WorkRole>,
    /// In their own words.
    pub other_role: Option<String>,
    /// Their company.
    pub company_name: Option<String>,
    /// Their project.
    pub oss_project_name: Option<String>,
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
    /// Somebody does this, so that it is a command with an id.
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
                | Self::Describe(_)
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
            "onboarding.describe" => Self::Describe(map.next_value()?),
            "answer" => Self::Answer(map.next_value::<Answered>()?.0),
            "after" => Self::After(map.next_value()?),
            "crash" => Self::Crash { down: map.next_value::<Down>()?.down },
            "open_tab" => Self::OpenTab(map.next_value()?),
            "close_tab" => Self::CloseTab(map.next_value()?),
            "verify" => map.next_value::<Verifiable>().map(|Verifiable::Log| Self::VerifyLog)?,
            name if name.contains('/') => {
                let event = map.next_value_seed(EventOf(name))?;
                let stream = name.split('.').next().unwrap_or_default().to_owned();
                Self::Submit { stream, event }
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

//! The logo of an installation that somebody uploaded (MENU-07). The picture itself lies in a file.
//!
//! ```text
//! none --upload--> shown --remove--> none
//!                    \--upload--> shown   (another one in its place)
//! ```

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, Scope, Stamp};
use crate::named;
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// How a picture is written. None of these can carry a script, which is why there is no SVG.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PictureFormat {
    Png,
    Jpeg,
    Webp,
}

/// What is known of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// The SHA-256 of its bytes, which names its file and its address.
    pub digest: Digest,
    /// How it is written.
    pub format: PictureFormat,
    /// Its width in pixels, as it declares it.
    pub width: u32,
    /// Its height likewise.
    pub height: u32,
    /// How many bytes it has.
    pub bytes: u32,
}

/// Where the logo stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogoState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// None was uploaded.
    None {},
    /// One was.
    Shown {
        /// Which.
        picture: Picture,
        /// When it was uploaded.
        at: Timestamp,
        /// Who did that.
        by: Option<PersonId>,
    },
}
named!(State { None = "none", Shown = "shown" });

/// What happens to the logo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogoEvent"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A picture was uploaded.
    Upload {
        /// Which.
        picture: Picture,
        /// Who did that.
        by: Option<PersonId>,
    },
    /// It is taken away.
    Remove {},
}
named!(Event { Upload = "upload", Remove = "remove" });

/// A tab proposes nothing here: a picture goes over HTTP.
pub type Proposal = super::session::Proposal;

/// The logo machine.
#[derive(Debug, Default)]
pub struct Logo;

#[state_machine(
    initial = "State::None {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Logo {
    #[state(superstate = "root")]
    fn none() -> Outcome<State> {
        Super
    }

    #[state(
        superstate = "root",
        local_storage("picture: Picture", "at: Timestamp", "by: Option<PersonId>")
    )]
    fn shown(event: &Event) -> Outcome<State> {
        match event {
            Event::Remove {} => Transition(State::None {}),
            Event::Upload { .. } => Super,
        }
    }

    #[superstate]
    fn root(event: &Event, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Upload { picture, by } => Transition(State::Shown {
                picture: picture.clone(),
                at: context.at,
                by: by.clone(),
            }),
            Event::Remove {} => context.refuse_here(),
        }
    }
}

impl Machine for Logo {
    const NAME: &'static str = "logo";
    const SCOPE: Scope = Scope::Installation;
    type State = State;
    type Event = Event;
    type Proposal = Proposal;

    crate::statig_machine!(Logo);

    fn admit(proposal: Proposal, _: Stamp<'_>) -> Result<Event, Rejection> {
        match proposal {}
    }

    fn examples() -> Vec<Event> {
        let picture = Picture {
            digest: Digest("0".repeat(64)),
            format: PictureFormat::Png,
            width: 64,
            height: 64,
            bytes: 1_024,
        };
        vec![Event::Upload { picture, by: Some(PersonId("p_ann".into())) }, Event::Remove {}]
    }

    fn abstract_state(state: &State) -> String {
        crate::machine::Named::name(state).to_owned()
    }
}

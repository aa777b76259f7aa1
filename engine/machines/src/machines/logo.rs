//! The uploaded logo of an installation (MENU-07). The picture itself is stored in a file.
//!
//! ```text
//! none --upload--> shown --remove--> none
//!                   \--upload--> shown   (replaces it)
//! ```

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The format of a picture. None of these can contain a script, which is why SVG is not among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PictureFormat {
    Png,
    Jpeg,
    Webp,
}

/// The properties of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// The SHA-256 of its bytes, which is the name of its file and part of its URL.
    pub digest: Digest,
    /// The format.
    pub format: PictureFormat,
    /// The width in pixels, according to the file's header.
    pub width: u32,
    /// The height in pixels, according to the file's header.
    pub height: u32,
    /// The size in bytes.
    pub bytes: u32,
}

/// The state of the logo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogoState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No logo has been uploaded, or it has been removed.
    None {},
    /// A logo has been uploaded.
    Shown {
        /// The uploaded picture.
        picture: Picture,
        /// When it was uploaded.
        at: Timestamp,
        /// The user who uploaded it; none if it was not a user.
        by: Option<PersonId>,
    },
}
named!(State { None = "none", Shown = "shown" });

/// The events of the logo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogoEvent"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A picture was uploaded.
    Upload {
        /// The uploaded picture.
        picture: Picture,
        /// The user who uploaded it; none if it was not a user.
        by: Option<PersonId>,
    },
    /// The logo is removed.
    Remove {},
}
named!(Event { Upload = "upload", Remove = "remove" });

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

    // A picture is sent over HTTP.
    crate::installation_machine!(Logo);

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

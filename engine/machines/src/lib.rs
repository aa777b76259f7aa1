//! The pure core of Waybill: every state machine, rule and chart of the console.
//!
//! Nothing here reads a clock, a file, a socket or a random source. A machine takes a state and an event and returns a
//! state and the effects that it requests; everything else that a decision depends on is in the event.

pub mod by;
pub mod call;
pub mod cascade;
pub mod chart;
pub mod check;
pub mod facts;
pub mod inputs;
pub mod machine;
pub mod matrix;
pub mod recorded;
pub mod rules;
pub mod secret;
mod settings_machine;
pub mod sign_in;
pub mod time;
// statig generates an undocumented `Superstate` enum in each machine, and passes every field of a state by reference,
// however small it is.
#[allow(
    missing_docs,
    clippy::trivially_copy_pass_by_ref,
    clippy::ref_option,
    clippy::ptr_arg,
    clippy::needless_pass_by_value
)]
pub mod machines;
pub mod registry;
pub mod rejection;
#[cfg(feature = "schema")]
pub mod shapes;
#[cfg(feature = "schema")]
pub mod typescript;

pub use by::By;
pub use machine::{Accepted, AdmissionContext, Machine, Named, Refused, Scope};
pub use registry::{
    AnyEvent, AnyState, AsRecorded, CHARTS_HASH, MachineName, Profile, UnknownMachine,
};
pub use rejection::{Rejection, RejectionCode};
pub use time::Timestamp;

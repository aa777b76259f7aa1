//! One file a machine, in the order in which a user meets them.

pub mod account;
pub mod idle;
pub mod licence;
pub mod login;
mod login_types;
pub mod logo;
pub mod mfa;
mod mfa_types;
pub mod navigation;
pub(crate) mod navigation_examples;
mod navigation_types;
pub mod onboarding;
pub(crate) mod onboarding_examples;
mod onboarding_types;
pub mod password;
pub mod personalisation;
pub mod project;
pub mod quick_setup;
pub mod release_bundle;
pub mod retention;
pub mod session;
pub mod setup;
pub mod startup;
mod startup_types;
pub mod support_bundle;
mod support_bundle_types;

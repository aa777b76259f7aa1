//! Data directories of released builds: each must open, verify, replay and continue under this build.
//!
//! `tests/journals/NAME.zip` is the directory and `NAME.json` what is needed to continue it; `release-journal` writes
//! both. Existing directories are never changed.

mod backed_up;
mod continues;
mod fixture;
mod shapes;
mod stored;
mod unreadable;

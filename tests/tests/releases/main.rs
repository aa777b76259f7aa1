//! Data directories that released builds left behind: each must open, verify, replay and go on under this build.
//!
//! `tests/journals/NAME.zip` is the directory and `NAME.json` what is needed to go on with it; `release-journal` writes
//! both. A directory is never changed afterwards.

mod continues;
mod fixture;
mod shapes;
mod stored;
mod unreadable;

//! Which build this is, as the command line, the log and the metrics name it.

/// The version of this binary.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit that was built and its day, or that the sources were no checkout of git.
pub const COMMIT: &str = env!("WAYBILL_COMMIT");

/// Both, as `waybill --version` prints them after the name.
pub const WITH_COMMIT: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("WAYBILL_COMMIT"), ")");

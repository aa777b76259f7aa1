//! The contract of every access service, over the journal in memory and over the durable one; each test checks before
//! and after a restart of the process.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod accounts;
mod administration;
mod beside;
#[path = "../support/mod.rs"]
mod support;

/// Runs each test over the journal in memory and over the durable one.
macro_rules! contract {
    ($($test:ident),+ $(,)?) => {
        mod in_memory {
            use super::*;
            $(#[tokio::test] async fn $test() {
                super::$test(Installation::in_memory(unlimited())).await;
            })+
        }
        mod on_disk {
            use super::*;
            $(#[tokio::test] async fn $test() {
                super::$test(Installation::on_disk(unlimited())).await;
            })+
        }
    };
}
pub(crate) use contract;

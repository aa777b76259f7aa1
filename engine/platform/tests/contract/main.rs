//! What every access service promises, over the journal in memory and over the durable one; each
//! story is told once before and once after the process starts again.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

mod accounts;
mod beside;
#[path = "../support/mod.rs"]
mod support;

/// Tells each story over the journal in memory and over the durable one.
macro_rules! contract {
    ($($story:ident),+ $(,)?) => {
        mod in_memory {
            use super::*;
            $(#[tokio::test] async fn $story() {
                super::$story(Installation::in_memory(unlimited())).await;
            })+
        }
        mod on_disk {
            use super::*;
            $(#[tokio::test] async fn $story() {
                super::$story(Installation::on_disk(unlimited())).await;
            })+
        }
    };
}
pub(crate) use contract;

//! Verification finds tampering with a log; see also the test of the document in `document.rs`.

#[path = "../contract/sample.rs"]
mod sample;

mod document;
mod flaws;
mod traces;

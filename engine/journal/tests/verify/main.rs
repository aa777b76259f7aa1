//! Verification finds what was done to a log; see also the document's own test in `document.rs`.

#[path = "../contract/sample.rs"]
mod sample;

mod document;
mod flaws;
mod traces;

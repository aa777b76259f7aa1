//! `journal-writer DIR SEED [grows]`: appends to the journal in DIR until it is killed or something fails. With `grows`
//! its files are not preallocated.

use std::path::PathBuf;
use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let dir = arguments.next().map(PathBuf::from);
    let seed = arguments.next().and_then(|text| text.parse().ok());
    let grows = arguments.next().is_some_and(|word| word == "grows");
    let (Some(dir), Some(seed)) = (dir, seed) else {
        eprintln!("usage: journal-writer DIR SEED [grows]");
        return ExitCode::from(2);
    };
    let why = waybill_journal_crash::writer::run(&dir, seed, !grows).await;
    eprintln!("{why}");
    ExitCode::FAILURE
}

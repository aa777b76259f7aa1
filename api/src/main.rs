//! `waybill`: the console server and its command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    waybill::run()
}

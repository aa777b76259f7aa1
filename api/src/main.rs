//! `waybill`: the server of the console, and the command line around it.

use std::process::ExitCode;

fn main() -> ExitCode {
    waybill::run()
}

//! What the server prints: its address, and the link for setting it up.

use std::fmt;
use std::io::{self, Write as _};

use waybill_platform::access::Setup;
use waybill_platform::streams::ChangeContext;

use crate::qa;

/// Prints the console's address and, if set-up is pending, the set-up link. Standard output carries nothing else.
pub async fn announce(
    console: &str,
    setup: &dyn Setup,
    at: waybill_machines::Timestamp,
    is_for_testers: bool,
) -> anyhow::Result<()> {
    print_line(format_args!("Waybill is ready at {console}"));
    if let Some(link) = setup.setup_offer(ChangeContext::system(at)).await? {
        print_line(format_args!(
            "Set up the administrator with this link, which works once and until {}:\n  {console}setup?token={}",
            link.until,
            link.token.expose()
        ));
    }
    if is_for_testers {
        print_line(format_args!("{}", qa::BANNER));
    }
    Ok(())
}

/// Prints a line to standard output. A closed standard output is no reason to stop the server.
fn print_line(line: fmt::Arguments<'_>) {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{line}").and_then(|()| out.flush());
    if let Err(error) = written {
        tracing::warn!(%error, "standard output cannot be written");
    }
}

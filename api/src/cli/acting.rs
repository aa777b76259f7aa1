//! Who acts on the command line: the user of the operating system, whom the records of each change name.

use std::future::Future;

use waybill_engine::{Clock, SystemClock};
use waybill_machines::By;
use waybill_platform::streams::ChangeContext;
use waybill_platform::trace::{self, Actor, Trace};
use waybill_stream::Who;

use crate::owner::started_by;

/// Runs a command on behalf of the user who started this process.
pub fn acting<T>(command: impl Future<Output = T>) -> impl Future<Output = T> {
    acting_as(started_by(), command)
}

/// Runs a command on behalf of a user of the operating system. All its records name that user and share a trace.
pub fn acting_as<T>(os_uid: u32, command: impl Future<Output = T>) -> impl Future<Output = T> {
    let trace = Trace::fresh();
    trace.set_actor(Actor { who: Who::System, by: By::CommandLine { os_uid } });
    trace::within(Some(trace), command)
}

/// The circumstances of a change by the present command.
pub fn context() -> ChangeContext {
    ChangeContext::system(SystemClock.now())
}

//! The calls of the package browser. The page fetches the rows over HTTP; the machine receives their number and digest.

use waybill_machines::AnyEvent;
use waybill_machines::call::Call;
use waybill_machines::machines::packages::{Event, Fetched};

use super::Request;

/// Why nothing is fetched.
const NO_SERVICE: &str = "No service of this installation lists packages.";

/// No service lists packages yet, so each call has failed.
pub(super) fn unavailable(request: &Request<'_>) -> Option<AnyEvent> {
    let message = NO_SERVICE.to_owned();
    Some(match &request.task.call {
        Call::ListPackages { request, .. } => {
            Event::Listed(Fetched::Failed { request: *request, message }).into()
        }
        Call::CountPackages { request, .. } => {
            Event::Counted(Fetched::Failed { request: *request, message }).into()
        }
        Call::FetchPackage { request, .. } => {
            Event::Package(Fetched::Failed { request: *request, message }).into()
        }
        Call::ListVersions { request, .. } => {
            Event::Versions(Fetched::Failed { request: *request, message }).into()
        }
        Call::FetchVersion { request, .. } => {
            Event::Version(Fetched::Failed { request: *request, message }).into()
        }
        _ => return None,
    })
}

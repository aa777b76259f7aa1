//! Hooks at a vendor: they are registered and removed. Nothing of an answer but the id of a hook is used.

use waybill_machines::rules::git::GitVendorProblem;
use waybill_outbound::header::{self, HeaderMap, HeaderValue};
use waybill_outbound::{Request, Response};

use super::{Connection, NOT_FOUND, check_status};
use crate::git::GitError;
use crate::git::vendors::{HookRequest, NewHook, hook_id, registration, removal};

const JSON: &str = "application/json";

impl Connection {
    /// Registers a hook. Answers its id at the vendor.
    pub(in crate::git) async fn register_hook(
        &self,
        repository: &str,
        hook: &NewHook<'_>,
    ) -> Result<String, GitVendorProblem> {
        let request = registration(self.vendor, repository, hook);
        let Response { status, headers, body } = self.send_about_hook(request).await?;
        check_registered(status, &headers)?;
        hook_id(self.vendor, &body).ok_or(GitVendorProblem::VendorFailed)
    }

    /// Removes a hook. One that does not exist any longer is removed.
    pub(in crate::git) async fn remove_hook(
        &self,
        repository: &str,
        vendor_id: &str,
    ) -> Result<(), GitVendorProblem> {
        let request = removal(self.vendor, repository, vendor_id);
        let Response { status, headers, .. } = self.send_about_hook(request).await?;
        if matches!(status, 202 | 204 | NOT_FOUND) {
            return Ok(());
        }
        check_registered(status, &headers)
    }

    async fn send_about_hook(&self, request: HookRequest) -> Result<Response, GitVendorProblem> {
        let HookRequest { method, segments, body } = request;
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let mut request = Request::new(method, self.api.below(&segments, &[]))
            .authorised_by(self.authorization.clone())
            .with_header(header::ACCEPT, HeaderValue::from_static(JSON));
        if let Some(body) = body {
            request = request.with_body(JSON, body.to_string());
        }
        let sent = self.outbound.send(request).await;
        sent.map_err(|error| GitError::from(error).vendor_problem())
    }
}

/// What a status means for a hook. Vendors do not accept addresses that they cannot reach.
fn check_registered(status: u16, headers: &HeaderMap) -> Result<(), GitVendorProblem> {
    match status {
        200 | 201 => Ok(()),
        400 | 409 | 422 => Err(GitVendorProblem::AddressNotAccepted),
        NOT_FOUND => Err(GitVendorProblem::NoRepository),
        _ => {
            let error = check_status(status, headers).err();
            Err(error.map_or(GitVendorProblem::VendorFailed, |error| error.vendor_problem()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [INT-07]
    #[test]
    fn a_refused_hook_says_why() {
        let none = HeaderMap::new();
        assert_eq!(check_registered(201, &none), Ok(()));
        for (status, why) in [
            (401, GitVendorProblem::NotPermitted),
            (403, GitVendorProblem::NotPermitted),
            (404, GitVendorProblem::NoRepository),
            (422, GitVendorProblem::AddressNotAccepted),
            (400, GitVendorProblem::AddressNotAccepted),
            (429, GitVendorProblem::Limited),
            (500, GitVendorProblem::VendorFailed),
            (302, GitVendorProblem::VendorFailed),
        ] {
            assert_eq!(check_registered(status, &none), Err(why), "{status}");
        }
        let mut limited = HeaderMap::new();
        limited.insert("x-ratelimit-remaining", HeaderValue::from_static("0"));
        assert_eq!(check_registered(403, &limited), Err(GitVendorProblem::Limited));
    }
}

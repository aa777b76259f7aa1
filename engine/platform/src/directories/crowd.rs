//! The API of Crowd (`/rest/usermanagement/1`), as other servers have it too: checking a password, finding a user, and
//! the groups of one, with those that these are in.

use serde::Deserialize;
use waybill_machines::rules::user_directories::CrowdServer;
use waybill_outbound::header::{ACCEPT, HeaderValue};
use waybill_outbound::{Authorization, Method, Outbound, Request, Response, Target};

use super::fault::DirectoryFault;
use super::{Checked, Found, FoundGroup};
use crate::secret::Secret;

/// The largest answer, in bytes.
const ANSWER_BYTES_MAX: usize = 256 * 1_024;
/// The most groups of a user.
const GROUPS_MAX: usize = 500;
/// Below the address of a server.
const API: [&str; 3] = ["rest", "usermanagement", "1"];

/// The application that this installation is at a server.
pub(super) struct Crowd<'a> {
    pub outbound: &'a Outbound,
    pub server: &'a CrowdServer,
    /// The password of this installation.
    pub own_password: Option<&'a Secret>,
}

#[derive(Deserialize)]
struct User {
    key: Option<String>,
    name: String,
    email: Option<String>,
    active: Option<bool>,
}

#[derive(Deserialize)]
struct Groups {
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    name: String,
}

#[derive(Deserialize)]
struct Refusal {
    reason: Option<String>,
}

impl Crowd<'_> {
    /// Whether this installation is let in.
    pub(super) async fn connects(&self) -> Result<(), DirectoryFault> {
        let parameters = [("max-results", "1"), ("entity-type", "user")];
        let response = self.get(&["search"], &parameters).await?;
        match response.status {
            200 => Ok(()),
            status => Err(of_status(status)),
        }
    }

    /// Finds a user, and the groups; `None` if there is none.
    pub(super) async fn find(&self, user: &str) -> Result<Option<Found>, DirectoryFault> {
        let response = self.get(&["user"], &[("username", user)]).await?;
        match response.status {
            200 => self.described(&response).await.map(Some),
            404 => Ok(None),
            status => Err(of_status(status)),
        }
    }

    /// Checks the password of a user.
    pub(super) async fn check(
        &self,
        user: &str,
        password: &Secret,
    ) -> Result<Checked, DirectoryFault> {
        let body = serde_json::json!({"value": password.expose()}).to_string();
        let target = self.below(&["authentication"], &[("username", user)])?;
        let request = Request::new(Method::POST, target).with_body("application/json", body);
        let response = self.send(request).await?;
        match response.status {
            200 if is_active(&response) => self.described(&response).await.map(Checked::Right),
            200 => Ok(Checked::Wrong),
            400 => {
                let refusal: Option<Refusal> = serde_json::from_slice(&response.body).ok();
                match refusal.and_then(|refusal| refusal.reason).as_deref() {
                    Some("USER_NOT_FOUND") => Ok(Checked::Unknown),
                    Some(
                        "INVALID_USER_AUTHENTICATION" | "INACTIVE_ACCOUNT" | "EXPIRED_CREDENTIAL",
                    ) => Ok(Checked::Wrong),
                    _ => Err(DirectoryFault::Status(400)),
                }
            }
            status => Err(of_status(status)),
        }
    }

    async fn described(&self, response: &Response) -> Result<Found, DirectoryFault> {
        let user: Result<User, _> = serde_json::from_slice(&response.body);
        let user = user.map_err(|_| DirectoryFault::Malformed("the user"))?;
        // The name can change, and be given to another user.
        let id = user.key.filter(|key| !key.is_empty()).ok_or(DirectoryFault::NoId)?;
        let groups = self.groups(&user.name).await?;
        Ok(Found { id, name: Some(user.name), email: user.email, groups: Some(groups) })
    }

    async fn groups(&self, user: &str) -> Result<Vec<FoundGroup>, DirectoryFault> {
        // One more than the most, to see that there are more.
        let most = (GROUPS_MAX + 1).to_string();
        let parameters = [("username", user), ("max-results", most.as_str())];
        let response = self.get(&["user", "group", "nested"], &parameters).await?;
        if response.status != 200 {
            return Err(of_status(response.status));
        }
        let groups: Result<Groups, _> = serde_json::from_slice(&response.body);
        let groups = groups.map_err(|_| DirectoryFault::Malformed("the groups"))?.groups;
        if groups.len() > GROUPS_MAX {
            return Err(DirectoryFault::TooManyGroups);
        }
        let group =
            |group: Group| FoundGroup { names: [group.name].into(), distinguished_name: None };
        Ok(groups.into_iter().map(group).collect())
    }

    async fn get(
        &self,
        path: &[&str],
        parameters: &[(&str, &str)],
    ) -> Result<Response, DirectoryFault> {
        self.send(Request::get(self.below(path, parameters)?)).await
    }

    fn below(&self, path: &[&str], parameters: &[(&str, &str)]) -> Result<Target, DirectoryFault> {
        let server = self.target()?;
        let segments: Vec<&str> = API.iter().chain(path).copied().collect();
        Ok(server.below(&segments, parameters))
    }

    fn target(&self) -> Result<Target, DirectoryFault> {
        Target::parse(&self.server.url).map_err(|_| DirectoryFault::Malformed("the address"))
    }

    async fn send(&self, request: Request) -> Result<Response, DirectoryFault> {
        let password = self.own_password.ok_or(DirectoryFault::PasswordMissing)?;
        let credentials = Authorization::basic(&self.server.application, password.expose());
        let credentials = credentials.map_err(|_| DirectoryFault::NotLetIn)?;
        let request = request
            .with_header(ACCEPT, HeaderValue::from_static("application/json"))
            .authorised_by(credentials)
            .with_body_limit(ANSWER_BYTES_MAX)
            .protected()
            .trusting(self.target()?);
        Ok(self.outbound.send(request).await?)
    }
}

fn is_active(response: &Response) -> bool {
    let user: Result<User, _> = serde_json::from_slice(&response.body);
    user.is_ok_and(|user| user.active == Some(true))
}

const fn of_status(status: u16) -> DirectoryFault {
    match status {
        401 | 403 => DirectoryFault::NotLetIn,
        status => DirectoryFault::Status(status),
    }
}

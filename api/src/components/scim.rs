//! Provisioning of users and groups by clients: SCIM 2.0 (RFC 7643, RFC 7644) under the platform's path, and its
//! switch for administrators.
//!
//! A resource is a document of JSON. A filter is evaluated on the document, and a change is made to it and read back,
//! so that both know attributes only by the tables in `schema.rs`.

mod answers;
mod body;
mod discovery;
mod document;
mod filter;
mod filter_parser;
mod groups;
mod patch;
mod path;
mod projection;
mod query;
mod resources;
mod schema;
mod settings;
mod users;

use waybill_machines::rules::services::ServiceId::{self, Access};
use waybill_platform::access::{ProvisionedGroup, ProvisionedUser};

use crate::component::Component;
use crate::route::AccessEvent::Account;
use crate::route::{Row, delete, get, patch, post, put};
use crate::shape::Payload;

const SERVICE: &[ServiceId] = &[Access];
/// Where the platform has it.
pub const BASE: &str = "/access/api/v1/scim/v2";
const SETTINGS: &str = "/access/api/ui/provisioning";
/// The media type of its documents.
pub const MEDIA: &str = "application/scim+json";
/// The largest body: a group with some thousands of members.
pub const SCIM_BODY_BYTES_MAX: usize = 1024 * 1024;

/// Provisioning of users and groups.
pub struct Scim;

impl Component for Scim {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get(SETTINGS, "Whether clients provision users and groups.", settings::show)
                .logged_by(Access),
            put(SETTINGS, "Switches provisioning on or off.", settings::set).logs_access(Account),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE)).collect()
    }

    fn public(&self) -> Vec<Row> {
        [discovery_rows(), user_rows(), group_rows(), absent_rows()]
            .into_iter()
            .flatten()
            .map(|row| row.depends_on(SERVICE).for_provisioning().responds_with(MEDIA))
            .collect()
    }
}

fn at(path: &str) -> String {
    format!("{BASE}{path}")
}

/// A row whose body is a document.
fn with_document(row: Row) -> Row {
    row.accepts_body(Payload::Bytes(MEDIA), SCIM_BODY_BYTES_MAX)
}

fn discovery_rows() -> Vec<Row> {
    let rows = vec![
        get(&at("/ServiceProviderConfig"), "What this server has of SCIM.", discovery::config),
        get(&at("/ResourceTypes"), "The types of resources.", discovery::resource_types),
        get(&at("/ResourceTypes/{name}"), "A type of resources.", discovery::resource_type),
        get(&at("/Schemas"), "The schemas of resources.", discovery::schemas),
        get(&at("/Schemas/{id}"), "A schema.", discovery::schema),
    ];
    rows.into_iter().map(|row| row.logged_by(Access)).collect()
}

fn user_rows() -> Vec<Row> {
    let one = at("/Users/{id}");
    vec![
        get(&at("/Users"), "The users that were provisioned.", resources::list::<ProvisionedUser>)
            .logged_by(Access),
        with_document(post(
            &at("/Users/.search"),
            "The same, asked by a document.",
            resources::search::<ProvisionedUser>,
        ))
        .logged_by(Access),
        with_document(post(&at("/Users"), "Creates a user.", resources::create::<ProvisionedUser>))
            .logs_access(Account),
        get(&one, "A user that was provisioned.", resources::one::<ProvisionedUser>)
            .logged_by(Access),
        with_document(put(&one, "Replaces a user.", resources::replace::<ProvisionedUser>))
            .logs_access(Account),
        with_document(patch(&one, "Changes a user.", resources::modify::<ProvisionedUser>))
            .logs_access(Account),
        delete(&one, "Removes a user.", resources::remove::<ProvisionedUser>).logs_access(Account),
    ]
}

fn group_rows() -> Vec<Row> {
    let one = at("/Groups/{id}");
    vec![
        get(
            &at("/Groups"),
            "The groups that were provisioned.",
            resources::list::<ProvisionedGroup>,
        )
        .logged_by(Access),
        with_document(post(
            &at("/Groups/.search"),
            "The same, asked by a document.",
            resources::search::<ProvisionedGroup>,
        ))
        .logged_by(Access),
        with_document(post(
            &at("/Groups"),
            "Creates a group.",
            resources::create::<ProvisionedGroup>,
        ))
        .logs_access(Account),
        get(&one, "A group that was provisioned.", resources::one::<ProvisionedGroup>)
            .logged_by(Access),
        with_document(put(&one, "Replaces a group.", resources::replace::<ProvisionedGroup>))
            .logs_access(Account),
        with_document(patch(&one, "Changes a group.", resources::modify::<ProvisionedGroup>))
            .logs_access(Account),
        delete(&one, "Deletes a group.", resources::remove::<ProvisionedGroup>)
            .logs_access(Account),
    ]
}

/// What is not implemented, and what does not exist, in the form of the protocol.
fn absent_rows() -> Vec<Row> {
    let rows = vec![
        post(&at("/Bulk"), "Is not implemented.", discovery::not_implemented),
        post(&at("/.search"), "Is not implemented.", discovery::not_implemented),
        get(&at("/Me"), "Is not implemented.", discovery::not_implemented),
        get(&at("/{*path}"), "What does not exist.", discovery::not_found),
    ];
    rows.into_iter().map(|row| row.logged_by(Access)).collect()
}

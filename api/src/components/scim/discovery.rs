//! What this server has of the protocol (RFC 7643, 5 to 7; RFC 7644, 4).

use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};

use super::answers::{self, base};
use super::query::COUNT_MAX;
use super::schema::{GROUP, GROUPS, Kind, USERS};
use crate::caller::Provisioner;
use crate::error::ApiError;
use crate::extract::PathParams;
use crate::state::AppState;

/// `GET /access/api/v1/scim/v2/ServiceProviderConfig`.
pub async fn config(State(state): State<AppState>, _: Provisioner) -> Result<Response, ApiError> {
    let location = format!("{}/ServiceProviderConfig", base(&state));
    Ok(answers::document(json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
        "patch": {"supported": true},
        "bulk": {"supported": false, "maxOperations": 0, "maxPayloadSize": 0},
        "filter": {"supported": true, "maxResults": COUNT_MAX},
        "changePassword": {"supported": false},
        "sort": {"supported": false},
        "etag": {"supported": false},
        "authenticationSchemes": [{
            "type": "oauthbearertoken",
            "name": "Access token",
            "description": "An access token of Waybill that was made for provisioning.",
            "specUri": "https://www.rfc-editor.org/rfc/rfc6750",
            "primary": true,
        }],
        "meta": {"resourceType": "ServiceProviderConfig", "location": location},
    })))
}

/// `GET /access/api/v1/scim/v2/ResourceTypes`.
pub async fn resource_types(
    State(state): State<AppState>,
    _: Provisioner,
) -> Result<Response, ApiError> {
    Ok(all(&[type_of(&USERS, &state), type_of(&GROUPS, &state)]))
}

/// `GET /access/api/v1/scim/v2/ResourceTypes/{name}`.
pub async fn resource_type(
    State(state): State<AppState>,
    _: Provisioner,
    PathParams(name): PathParams<String>,
) -> Result<Response, ApiError> {
    let kind = [&USERS, &GROUPS].into_iter().find(|kind| kind.name == name);
    let kind = kind.ok_or_else(absent)?;
    Ok(answers::document(type_of(kind, &state)))
}

/// `GET /access/api/v1/scim/v2/Schemas`.
pub async fn schemas(State(state): State<AppState>, _: Provisioner) -> Result<Response, ApiError> {
    Ok(all(&[schema_of(&USERS, &state), schema_of(&GROUPS, &state)]))
}

/// `GET /access/api/v1/scim/v2/Schemas/{id}`.
pub async fn schema(
    State(state): State<AppState>,
    _: Provisioner,
    PathParams(id): PathParams<String>,
) -> Result<Response, ApiError> {
    let kind = [&USERS, &GROUPS].into_iter().find(|kind| kind.schema.eq_ignore_ascii_case(&id));
    let kind = kind.ok_or_else(absent)?;
    Ok(answers::document(schema_of(kind, &state)))
}

/// A part of the protocol that this server does not have.
pub async fn not_implemented(_: Provisioner) -> Result<Response, ApiError> {
    Err(ApiError::scim_not_implemented())
}

/// What does not exist.
pub async fn not_found(_: Provisioner) -> Result<Response, ApiError> {
    Err(absent())
}

fn absent() -> ApiError {
    ApiError::not_found("There is no such resource.")
}

fn all(resources: &[Value]) -> Response {
    answers::document(json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        "totalResults": resources.len(),
        "startIndex": 1,
        "itemsPerPage": resources.len(),
        "Resources": resources,
    }))
}

fn type_of(kind: &Kind, state: &AppState) -> Value {
    let name = kind.name;
    json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
        "id": name,
        "name": name,
        "endpoint": format!("/{name}s"),
        "description": format!("{name}s that clients have provisioned"),
        "schema": kind.schema,
        "schemaExtensions": [],
        "meta": {
            "resourceType": "ResourceType",
            "location": format!("{}/ResourceTypes/{name}", base(state)),
        },
    })
}

fn schema_of(kind: &Kind, state: &AppState) -> Value {
    let is_group = kind.schema == GROUP;
    let attributes = if is_group { group_attributes() } else { user_attributes() };
    json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
        "id": kind.schema,
        "name": kind.name,
        "description": format!("{}s that clients have provisioned", kind.name),
        "attributes": attributes,
        "meta": {
            "resourceType": "Schema",
            "location": format!("{}/Schemas/{}", base(state), kind.schema),
        },
    })
}

/// An attribute that is a text, and may be changed.
fn text(name: &str, description: &str) -> Value {
    json!({
        "name": name, "type": "string", "multiValued": false, "description": description,
        "required": false, "caseExact": false, "mutability": "readWrite", "returned": "default",
        "uniqueness": "none",
    })
}

/// The same with other characteristics.
fn with(mut attribute: Value, more: Value) -> Value {
    if let (Some(all), Value::Object(more)) = (attribute.as_object_mut(), more) {
        all.extend(more);
    }
    attribute
}

/// An attribute with parts. Whether it is a list is one of its characteristics.
fn complex(name: &str, description: &str, is_list: bool, parts: &[Value]) -> Value {
    let more = json!({"type": "complex", "multiValued": is_list, "subAttributes": parts});
    let mut attribute = with(text(name, description), more);
    if let Some(all) = attribute.as_object_mut() {
        all.remove("caseExact");
        all.remove("uniqueness");
    }
    attribute
}

fn reference(name: &str, description: &str, to: &str) -> Value {
    let more = json!({"type": "reference", "referenceTypes": [to], "caseExact": true});
    with(text(name, description), more)
}

fn user_attributes() -> Value {
    let boolean = || json!({"type": "boolean"});
    let read_only = || json!({"mutability": "readOnly"});
    let name = [
        text("formatted", "The whole name"),
        text("familyName", "The family name"),
        text("givenName", "The given name"),
    ];
    let kinds = json!({"canonicalValues": ["work", "home", "other"]});
    let emails = [
        text("value", "The address"),
        with(text("type", "What it is for"), kinds),
        with(text("primary", "Whether it is the one that is used"), boolean()),
    ];
    let groups = [
        with(with(text("value", "The id of the group"), read_only()), json!({"caseExact": true})),
        with(reference("$ref", "The address of the group", "Group"), read_only()),
        with(text("display", "The name of the group"), read_only()),
        with(with(text("type", "How"), read_only()), json!({"canonicalValues": ["direct"]})),
    ];
    let unique = json!({"required": true, "uniqueness": "server"});
    json!([
        with(text("userName", "The name, which is the same in any case"), unique),
        text("displayName", "The name that is shown"),
        complex("name", "The parts of the name", false, &name),
        with(text("active", "Whether the account is enabled"), boolean()),
        complex("emails", "The mail addresses, of which the primary one is used", true, &emails),
        with(complex("groups", "The groups of the user", true, &groups), read_only()),
    ])
}

fn group_attributes() -> Value {
    let immutable = || json!({"mutability": "immutable"});
    let members = [
        with(with(text("value", "The id of the user"), immutable()), json!({"caseExact": true})),
        with(reference("$ref", "The address of the user", "User"), immutable()),
        with(with(text("type", "What it is"), immutable()), json!({"canonicalValues": ["User"]})),
    ];
    let unique = json!({"required": true, "uniqueness": "server"});
    json!([
        with(text("displayName", "The name, which is the same in any case"), unique),
        complex("members", "The members, which were provisioned too", true, &members),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::scim::schema::USER;

    fn names(attributes: &Value) -> Vec<(String, Vec<String>)> {
        let name = |attribute: &Value| attribute["name"].as_str().unwrap().to_owned();
        let parts = |attribute: &Value| {
            let parts = attribute["subAttributes"].as_array();
            parts.into_iter().flatten().map(name).collect::<Vec<_>>()
        };
        let all = attributes.as_array().unwrap();
        all.iter().map(|attribute| (name(attribute), parts(attribute))).collect()
    }

    /// covers: [SCIM-01]
    #[test]
    fn the_schemas_have_the_attributes_that_are_read() {
        for (kind, attributes) in [(&USERS, user_attributes()), (&GROUPS, group_attributes())] {
            let mut declared = names(&attributes);
            declared.sort();
            let common = ["id", "externalId", "meta"];
            let own = kind.attributes.iter().filter(|it| !common.contains(&it.name));
            let parts =
                |parts: &[&str]| parts.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
            let mut read: Vec<(String, Vec<String>)> =
                own.map(|it| (it.name.to_owned(), parts(it.parts))).collect();
            read.sort();
            assert_eq!(declared, read);
        }
        assert_eq!((USERS.schema, GROUPS.schema), (USER, GROUP));
    }
}

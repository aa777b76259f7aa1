//! The documents of users and groups, and what they say.

use serde_json::{Value, json};
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{
    ProvisionedAttributes, ProvisionedEmail, ProvisionedGroup, ProvisionedUser, WantedGroup,
};

use super::filter::Document;
use super::schema::{GROUP, USER};
use crate::error::{ApiError, ScimFault};

/// What a document says of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserDocument {
    /// The name.
    pub name: String,
    /// Whether the account is enabled, if the document says so.
    pub active: Option<bool>,
    /// The rest.
    pub attributes: ProvisionedAttributes,
    /// Whether it says nothing new of the mail addresses.
    pub keeps_email: bool,
}

/// The address of a user.
pub fn location_of_user(base: &str, person: &PersonId) -> String {
    format!("{base}/Users/{}", person.0)
}

/// The address of a group.
pub fn location_of_group(base: &str, id: &str) -> String {
    format!("{base}/Groups/{id}")
}

/// The document of a user.
pub fn of_user(user: &ProvisionedUser, base: &str) -> Document {
    let attributes = &user.attributes;
    let mut document = Document::new();
    document.insert("schemas".to_owned(), json!([USER]));
    document.insert("id".to_owned(), json!(user.person.0));
    let texts = [
        ("externalId", attributes.external_id.as_deref()),
        ("displayName", attributes.display_name.as_deref()),
    ];
    put_texts(&mut document, &texts);
    document.insert("userName".to_owned(), json!(user.name));
    document.insert("active".to_owned(), json!(user.active));
    let mut name = Document::new();
    let parts = [
        ("formatted", attributes.formatted.as_deref()),
        ("familyName", attributes.family_name.as_deref()),
        ("givenName", attributes.given_name.as_deref()),
    ];
    put_texts(&mut name, &parts);
    if !name.is_empty() {
        document.insert("name".to_owned(), Value::Object(name));
    }
    let emails = emails_of(user);
    if !emails.is_empty() {
        document.insert("emails".to_owned(), Value::Array(emails));
    }
    let groups = user.groups.iter().map(|(id, name)| {
        let location = location_of_group(base, id);
        json!({"value": id, "$ref": location, "display": name, "type": "direct"})
    });
    let groups: Vec<Value> = groups.collect();
    if !groups.is_empty() {
        document.insert("groups".to_owned(), Value::Array(groups));
    }
    let location = location_of_user(base, &user.person);
    document.insert("meta".to_owned(), meta("User", user.created_at, user.changed_at, &location));
    document
}

/// The document of a group.
pub fn of_group(group: &ProvisionedGroup, base: &str) -> Document {
    let mut document = Document::new();
    document.insert("schemas".to_owned(), json!([GROUP]));
    document.insert("id".to_owned(), json!(group.id));
    if !group.external_id.is_empty() {
        document.insert("externalId".to_owned(), json!(group.external_id));
    }
    document.insert("displayName".to_owned(), json!(group.name));
    let members = group.members.iter().map(|(person, _)| {
        json!({"value": person.0, "$ref": location_of_user(base, person), "type": "User"})
    });
    let members: Vec<Value> = members.collect();
    if !members.is_empty() {
        document.insert("members".to_owned(), Value::Array(members));
    }
    let location = location_of_group(base, &group.id);
    let meta = meta("Group", group.created_at, group.changed_at, &location);
    document.insert("meta".to_owned(), meta);
    document
}

/// The mail addresses as the client has given them; only that of the account where an administrator has changed it.
fn emails_of(user: &ProvisionedUser) -> Vec<Value> {
    let email = user.email.as_deref();
    if user.attributes.email() == email {
        return user.attributes.emails.iter().map(email_document).collect();
    }
    let work = |value: &str| json!({"value": value, "type": "work", "primary": true});
    email.map(work).into_iter().collect()
}

fn email_document(email: &ProvisionedEmail) -> Value {
    let mut document = Document::new();
    document.insert("value".to_owned(), json!(email.value));
    put_texts(&mut document, &[("type", email.kind.as_deref())]);
    if let Some(primary) = email.primary {
        document.insert("primary".to_owned(), json!(primary));
    }
    Value::Object(document)
}

fn put_texts(document: &mut Document, texts: &[(&str, Option<&str>)]) {
    for (name, text) in texts {
        if let Some(text) = text {
            document.insert((*name).to_owned(), json!(text));
        }
    }
}

fn meta(kind: &str, created_at: Timestamp, changed_at: Timestamp, location: &str) -> Value {
    json!({
        "resourceType": kind,
        "created": created_at,
        "lastModified": changed_at,
        "location": location,
    })
}

/// What the document of a user says.
///
/// # Errors
///
/// 400, `invalidValue`.
pub fn read_user(document: &Document) -> Result<UserDocument, ApiError> {
    let name = text(document, "userName")?.ok_or_else(|| missing("userName"))?;
    let none = Document::new();
    let parts = document.get("name").and_then(Value::as_object).unwrap_or(&none);
    let emails = document.get("emails").and_then(Value::as_array).into_iter().flatten();
    let emails = emails.map(read_email).filter_map(Result::transpose);
    Ok(UserDocument {
        name,
        active: truth(document, "active")?,
        attributes: ProvisionedAttributes {
            external_id: text(document, "externalId")?,
            display_name: text(document, "displayName")?,
            formatted: text(parts, "formatted")?,
            family_name: text(parts, "familyName")?,
            given_name: text(parts, "givenName")?,
            emails: emails.collect::<Result<_, _>>()?,
        },
        keeps_email: false,
    })
}

/// An address; none for an element without one, which some clients leave when they remove it.
fn read_email(email: &Value) -> Result<Option<ProvisionedEmail>, ApiError> {
    let Some(email) = email.as_object() else { return Err(invalid("emails")) };
    let Some(value) = text(email, "value")? else { return Ok(None) };
    let (kind, primary) = (text(email, "type")?, truth(email, "primary")?);
    Ok(Some(ProvisionedEmail { value, kind, primary }))
}

/// What the document of a group says.
///
/// # Errors
///
/// 400, `invalidValue`.
pub fn read_group(document: &Document) -> Result<WantedGroup, ApiError> {
    let name = text(document, "displayName")?.ok_or_else(|| missing("displayName"))?;
    let members = document.get("members").and_then(Value::as_array).into_iter().flatten();
    let members = members.map(|member| {
        let member = member.as_object().ok_or_else(|| invalid("members"))?;
        let is_user = text(member, "type")?.is_none_or(|kind| kind.eq_ignore_ascii_case("User"));
        let value = text(member, "value")?.filter(|_| is_user);
        value.map(PersonId).ok_or_else(|| invalid("members"))
    });
    Ok(WantedGroup {
        name,
        external_id: text(document, "externalId")?.unwrap_or_default(),
        members: members.collect::<Result<_, ApiError>>()?,
    })
}

/// A text without surrounding space; none if it is empty or missing.
fn text(document: &Document, name: &str) -> Result<Option<String>, ApiError> {
    match document.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => {
            Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
        }
        Some(_) => Err(invalid(name)),
    }
}

/// True or false, which some clients write as a text.
fn truth(document: &Document, name: &str) -> Result<Option<bool>, ApiError> {
    match document.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(truth)) => Ok(Some(*truth)),
        Some(Value::String(text)) => {
            let truth = text.trim().to_ascii_lowercase().parse();
            truth.map(Some).map_err(|_| invalid(name))
        }
        Some(_) => Err(invalid(name)),
    }
}

fn missing(name: &str) -> ApiError {
    ApiError::scim(ScimFault::InvalidValue, format!("The attribute '{name}' is missing."))
}

fn invalid(name: &str) -> ApiError {
    ApiError::scim(ScimFault::InvalidValue, format!("The attribute '{name}' is not valid."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user() -> ProvisionedUser {
        let at = Timestamp::from_ms(1_767_225_600_000);
        ProvisionedUser {
            person: PersonId("p_1".into()),
            name: "ann".into(),
            email: Some("ann@example.org".into()),
            active: true,
            attributes: ProvisionedAttributes {
                external_id: Some("ext-1".into()),
                family_name: Some("Lee".into()),
                emails: vec![ProvisionedEmail {
                    value: "ann@example.org".into(),
                    kind: Some("work".into()),
                    primary: None,
                }],
                ..ProvisionedAttributes::default()
            },
            groups: vec![("g_1".into(), "Developers".into())],
            created_at: at,
            changed_at: at,
        }
    }

    /// covers: [SCIM-01]
    #[test]
    fn a_document_of_a_user_says_what_the_user_is() {
        let user = user();
        let document = of_user(&user, "https://waybill.example.org/scim/v2");
        let wanted = json!({
            "schemas": [USER], "id": "p_1", "externalId": "ext-1", "userName": "ann",
            "active": true, "name": {"familyName": "Lee"},
            "emails": [{"value": "ann@example.org", "type": "work"}],
            "groups": [{
                "value": "g_1", "display": "Developers", "type": "direct",
                "$ref": "https://waybill.example.org/scim/v2/Groups/g_1",
            }],
            "meta": {
                "resourceType": "User", "created": "2026-01-01T00:00:00.000Z",
                "lastModified": "2026-01-01T00:00:00.000Z",
                "location": "https://waybill.example.org/scim/v2/Users/p_1",
            },
        });
        assert_eq!(Value::Object(document.clone()), wanted);
        let read = read_user(&document).unwrap();
        assert_eq!((read.name.as_str(), read.active), ("ann", Some(true)));
        assert_eq!(read.attributes, user.attributes);
        let changed = ProvisionedUser { email: Some("other@example.org".into()), ..user };
        let document = of_user(&changed, "");
        assert_eq!(document["emails"][0]["value"], json!("other@example.org"));
    }

    /// covers: [SCIM-01]
    #[test]
    fn values_of_another_form_are_refused() {
        let read = |document: Value| read_user(document.as_object().unwrap());
        assert_eq!(read(json!({"userName": "a", "active": "True"})).unwrap().active, Some(true));
        assert_eq!(read(json!({"userName": " a "})).unwrap().name, "a");
        for wrong in [
            json!({}),
            json!({"userName": " "}),
            json!({"userName": 7}),
            json!({"userName": "a", "active": 1}),
            json!({"userName": "a", "active": "yes"}),
            json!({"userName": "a", "externalId": true}),
            json!({"userName": "a", "emails": ["a@example.org"]}),
        ] {
            assert!(read(wrong.clone()).is_err(), "{wrong}");
        }
        let group = |document: Value| read_group(document.as_object().unwrap());
        let nested = json!({"displayName": "g", "members": [{"value": "g_1", "type": "Group"}]});
        assert!(group(nested).is_err());
        assert!(group(json!({"members": []})).is_err());
        let one = group(json!({"displayName": "g", "members": [{"value": "p_1"}]})).unwrap();
        assert_eq!(one.members, vec![PersonId("p_1".into())]);
    }
}

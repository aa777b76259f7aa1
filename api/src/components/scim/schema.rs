//! The attributes of users and groups that this server has. Others are ignored, as clients send all that they have.

/// The schema of users.
pub const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
/// The schema of groups.
pub const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";

/// What a value of an attribute is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A text, or true or false.
    Simple,
    /// Some attributes of its own.
    Complex,
    /// A list of such.
    Many,
}

/// An attribute.
#[derive(Debug)]
pub struct Attribute {
    /// Its name, as it is spelt.
    pub name: &'static str,
    /// What its value is.
    pub form: Form,
    /// The attributes of its value.
    pub parts: &'static [&'static str],
    /// Whether only this server sets it.
    pub is_read_only: bool,
    /// Whether texts are compared with their case, also those of its parts.
    pub is_exact: bool,
}

/// A type of resources.
#[derive(Debug)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// Its schema.
    pub schema: &'static str,
    /// Its attributes.
    pub attributes: &'static [Attribute],
}

const fn simple(name: &'static str, is_exact: bool) -> Attribute {
    Attribute { name, form: Form::Simple, parts: &[], is_read_only: false, is_exact }
}

const ID: Attribute = Attribute { is_read_only: true, ..simple("id", true) };
const EXTERNAL_ID: Attribute = simple("externalId", true);
const META: Attribute = Attribute {
    name: "meta",
    form: Form::Complex,
    parts: &["resourceType", "created", "lastModified", "location"],
    is_read_only: true,
    is_exact: true,
};

/// Users.
pub static USERS: Kind = Kind {
    name: "User",
    schema: USER,
    attributes: &[
        ID,
        EXTERNAL_ID,
        simple("userName", false),
        simple("displayName", false),
        Attribute {
            name: "name",
            form: Form::Complex,
            parts: &["formatted", "familyName", "givenName"],
            is_read_only: false,
            is_exact: false,
        },
        simple("active", false),
        Attribute {
            name: "emails",
            form: Form::Many,
            parts: &["value", "type", "primary"],
            is_read_only: false,
            is_exact: false,
        },
        Attribute {
            name: "groups",
            form: Form::Many,
            parts: &["value", "$ref", "display", "type"],
            is_read_only: true,
            is_exact: true,
        },
        META,
    ],
};

/// Groups.
pub static GROUPS: Kind = Kind {
    name: "Group",
    schema: GROUP,
    attributes: &[
        ID,
        EXTERNAL_ID,
        simple("displayName", false),
        Attribute {
            name: "members",
            form: Form::Many,
            parts: &["value", "$ref", "type"],
            is_read_only: false,
            is_exact: true,
        },
        META,
    ],
};

impl Kind {
    /// The attribute with a name, in any case.
    pub fn attribute(&self, name: &str) -> Option<&'static Attribute> {
        self.attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(name))
    }
}

impl Attribute {
    /// The part with a name, in any case.
    pub fn part(&self, name: &str) -> Option<&'static str> {
        self.parts.iter().copied().find(|part| part.eq_ignore_ascii_case(name))
    }
}

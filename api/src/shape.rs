//! A type that goes over the wire, as far as documents are generated from it. Without the feature `schema` nothing is
//! known of it.

#[cfg(feature = "schema")]
use schemars::{Schema, SchemaGenerator};
#[cfg(feature = "schema")]
use waybill_machines::typescript::Declarations;

/// A type that documents can be generated from.
#[cfg(feature = "schema")]
pub trait Wire: ts_rs::TS + schemars::JsonSchema + 'static {}
#[cfg(feature = "schema")]
impl<T: ts_rs::TS + schemars::JsonSchema + 'static> Wire for T {}

/// A type that documents can be generated from.
#[cfg(not(feature = "schema"))]
pub trait Wire {}
#[cfg(not(feature = "schema"))]
impl<T> Wire for T {}

/// What is known of such a type.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Declares it, and all that it consists of, in TypeScript.
    #[cfg(feature = "schema")]
    pub declare: fn(&mut Declarations),
    /// Its name in TypeScript.
    #[cfg(feature = "schema")]
    pub name: fn(&ts_rs::Config) -> String,
    /// Its JSON schema.
    #[cfg(feature = "schema")]
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Shape {
    /// That of a type.
    #[cfg(feature = "schema")]
    pub fn of<T: Wire>() -> Self {
        use ts_rs::TypeVisitor as _;

        Self {
            declare: |declarations| declarations.visit::<T>(),
            name: T::name,
            schema: |generator| generator.subschema_for::<T>(),
        }
    }

    /// That of a type.
    #[cfg(not(feature = "schema"))]
    pub const fn of<T: Wire>() -> Self {
        Self {}
    }
}

/// What a request or an answer carries.
#[derive(Debug, Clone, Copy)]
pub enum Payload {
    /// Nothing.
    Nothing,
    /// JSON.
    Json(Shape),
    /// Bytes of this media type.
    Bytes(&'static str),
}

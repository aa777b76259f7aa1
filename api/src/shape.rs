//! Type information of wire types, from which documents are generated. Without the feature `schema` it is empty.

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

/// Type information of a wire type.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Declares the type and all types it refers to, in TypeScript.
    #[cfg(feature = "schema")]
    pub declare: fn(&mut Declarations),
    /// Its TypeScript name.
    #[cfg(feature = "schema")]
    pub name: fn(&ts_rs::Config) -> String,
    /// Its JSON schema.
    #[cfg(feature = "schema")]
    pub schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Shape {
    /// The shape of `T`.
    #[cfg(feature = "schema")]
    pub fn of<T: Wire>() -> Self {
        use ts_rs::TypeVisitor as _;

        Self {
            declare: |declarations| declarations.visit::<T>(),
            name: T::name,
            schema: |generator| generator.subschema_for::<T>(),
        }
    }

    /// The shape of `T`.
    #[cfg(not(feature = "schema"))]
    pub const fn of<T: Wire>() -> Self {
        Self {}
    }
}

/// The body of a request or a response.
#[derive(Debug, Clone, Copy)]
pub enum Payload {
    /// No body.
    Nothing,
    /// A JSON body of this shape.
    Json(Shape),
    /// A body of bytes with this media type.
    Bytes(&'static str),
}

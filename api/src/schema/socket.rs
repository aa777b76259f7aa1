//! What the section about the socket in `docs/wire.md` is compared with.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use waybill_engine::topics::TopicEndCode;
use waybill_engine::{NackCode, ServerMessage};
use waybill_machines::RejectionCode;

use super::openapi;
use crate::shape::Shape;
use crate::wire::socket::{ClientMessage, CloseCode};

/// The fields of every message, by its type.
pub fn messages() -> BTreeMap<String, BTreeSet<String>> {
    let sides = [Shape::of::<ClientMessage<'static>>(), Shape::of::<ServerMessage>()].map(schema);
    let variants = sides.iter().filter_map(|schema| schema["oneOf"].as_array()).flatten();
    let fields = variants.filter_map(|variant| {
        let fields = variant["properties"].as_object()?;
        Some((fields["type"]["const"].as_str()?.to_owned(), fields.keys().cloned().collect()))
    });
    fields.collect()
}

/// The codes of refused commands and ended subscriptions, without those of rejections, and of closed sockets.
pub fn codes() -> BTreeSet<String> {
    let rejections = names(&schema(Shape::of::<RejectionCode>()));
    let refusals = names(&schema(Shape::of::<NackCode>()));
    let ends = names(&schema(Shape::of::<TopicEndCode>()));
    let closes = CloseCode::ALL.into_iter().map(|code| (code as u16).to_string());
    refusals.difference(&rejections).cloned().chain(ends).chain(closes).collect()
}

fn schema(shape: Shape) -> Value {
    let mut settings = openapi::settings();
    settings.inline_subschemas = true;
    (shape.schema)(&mut settings.into_generator()).to_value()
}

/// The values of an enum.
fn names(schema: &Value) -> BTreeSet<String> {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(key, value)| match (key.as_str(), value) {
                ("const", Value::String(name)) => BTreeSet::from([name.clone()]),
                ("enum", Value::Array(all)) => {
                    all.iter().filter_map(Value::as_str).map(str::to_owned).collect()
                }
                _ => names(value),
            })
            .collect(),
        Value::Array(all) => all.iter().flat_map(names).collect(),
        _ => BTreeSet::new(),
    }
}

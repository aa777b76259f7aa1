//! The OpenAPI 3.1 document of all calls.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use super::{fields, is_call, name_of, parameters};
use crate::route::{Route, Who};
use crate::shape::{Payload, Shape};
use crate::wire::Problem;

/// The document as JSON. A type that is both sent and answered is described as it may be sent: an optional field of it
/// is always in an answer, while a request can leave it out.
pub fn document(routes: &[Route]) -> String {
    let mut sent = generator(SchemaSettings::for_deserialize);
    let mut answered = generator(SchemaSettings::for_serialize);
    let mut paths: Map<String, Value> = Map::new();
    for route in routes.iter().filter(|route| is_call(route)) {
        let operation = operation(route, &mut sent, &mut answered);
        let methods = paths.entry(route.path.clone()).or_insert_with(|| json!({}));
        methods[route.method.as_str().to_ascii_lowercase()] = operation;
    }
    let problem = answered.subschema_for::<Problem>();
    let mut schemas = answered.take_definitions(true);
    for (name, schema) in sent.take_definitions(true) {
        if let Some(other) = schemas.get(&name) {
            let (answered, sent) = (without_required(other), without_required(&schema));
            assert_eq!(answered, sent, "two types are named {name}");
        }
        schemas.insert(name, schema);
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Waybill",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "What the console of an artifact platform is asked over HTTP, and what programs ask. The state \
                machines of a session go over the socket, which docs/wire.md describes.",
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": {
                "problem": {
                    "description": "Why it was not done.",
                    "content": { "application/problem+json": { "schema": problem } },
                },
            },
            "securitySchemes": {
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "waybill",
                    "description": "The cookie of a session, whose name ends with that of the installation. What changes \
                        something must name the console's own origin, too.",
                },
                "token": { "type": "http", "scheme": "bearer" },
            },
        },
    });
    let text = serde_json::to_string_pretty(&document).unwrap_or_default();
    format!("{text}\n")
}

/// A schema but for which of its fields have to be there.
fn without_required(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let kept =
                fields.iter().filter(|(name, value)| *name != "required" || !value.is_array());
            Value::Object(
                kept.map(|(name, value)| (name.clone(), without_required(value))).collect(),
            )
        }
        Value::Array(values) => Value::Array(values.iter().map(without_required).collect()),
        other => other.clone(),
    }
}

fn generator(contract: fn(SchemaSettings) -> SchemaSettings) -> SchemaGenerator {
    contract(settings()).into_generator()
}

pub(super) fn settings() -> SchemaSettings {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    settings
}

fn operation(route: &Route, sent: &mut SchemaGenerator, answered: &mut SchemaGenerator) -> Value {
    let mut operation = json!({
        "operationId": name_of(route),
        "summary": route.summary,
        "responses": {
            success(route): answer(route, answered),
            "default": { "$ref": "#/components/responses/problem" },
        },
        "x-services": route.depends_on,
    });
    let given: Vec<Value> =
        parameters(&route.path).map(in_path).chain(route.query.iter().flat_map(in_query)).collect();
    if !given.is_empty() {
        operation["parameters"] = json!(given);
    }
    if let Some(content) = content(route.body, sent) {
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    if route.who > Who::Anyone {
        let schemes = [Some("session"), route.tokens.then_some("token")].into_iter().flatten();
        operation["security"] =
            schemes.map(|scheme| json!({ scheme: [] })).collect::<Vec<_>>().into();
    }
    operation
}

/// The status of a successful response. The only API call without a response body is the WebSocket upgrade.
fn success(route: &Route) -> &'static str {
    match route.answer {
        Payload::Nothing => "101",
        Payload::Json(_) | Payload::Bytes(_) => "200",
    }
}

fn answer(route: &Route, generator: &mut SchemaGenerator) -> Value {
    let mut answer = json!({ "description": route.summary });
    if let Some(content) = content(route.answer, generator) {
        answer["content"] = content;
    }
    answer
}

fn content(payload: Payload, generator: &mut SchemaGenerator) -> Option<Value> {
    match payload {
        Payload::Nothing => None,
        Payload::Json(shape) => {
            let schema = (shape.schema)(generator);
            Some(json!({ "application/json": { "schema": schema } }))
        }
        Payload::Bytes(media) => Some(json!({ media: {} })),
    }
}

fn in_path(name: &str) -> Value {
    json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })
}

/// One parameter per field of the query.
fn in_query(query: &Shape) -> Vec<Value> {
    let parameter = |(name, (mut schema, required)): (String, (Value, bool))| {
        let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
        let schema = without_null(schema);
        json!({ "name": name, "in": "query", "required": required, "description": description, "schema": schema })
    };
    fields(*query).into_iter().map(parameter).collect()
}

/// Removes null from a schema: an absent query parameter is left out and never null.
fn without_null(mut schema: Value) -> Value {
    if let Some(types) = schema["type"].as_array() {
        let types: Vec<&Value> = types.iter().filter(|name| **name != "null").collect();
        if let [one] = types[..] {
            schema["type"] = one.clone();
        }
    }
    let real = |schemas: &Vec<Value>| {
        let real: Vec<Value> =
            schemas.iter().filter(|schema| schema["type"] != "null").cloned().collect();
        <[Value; 1]>::try_from(real).ok()
    };
    if let Some([one]) = schema["anyOf"].as_array().and_then(real) {
        return one;
    }
    schema
}

//! The JSON Schema of the format, for editors, from the types and the profiles of the machines.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use waybill_machines::rules::routes::RouteName;
use waybill_machines::{MachineName, rules};

use super::fields::Type;
use super::{
    ClientOpen, CodeWord, Describe, Duration, Expect, FactsChange, ForgotPasswordSubmit,
    LoginSubmit, PasskeyAnswer, PasskeyBegin, PasswordSubmit, ResetPasswordOpen,
    ResetPasswordSubmit, Scenario, SsoBegin, SsoCallback, SsoDenied, Step, names,
};

/// The schema as committed in `scenarios/scenario.schema.json`.
pub fn json_schema() -> String {
    let schema = schemars::schema_for!(Scenario);
    let mut text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    text.push('\n');
    text
}

impl JsonSchema for Duration {
    fn schema_name() -> Cow<'static, str> {
        "Duration".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A duration of virtual time, such as 500ms, 60s, 5m, 1h30m or 7d.",
            "type": "string",
            "pattern": "^([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?$",
            "minLength": 2,
        })
    }
}

fn nothing() -> Value {
    json!({"type": ["object", "null"], "maxProperties": 0})
}

fn events() -> Value {
    let event = json!({"anyOf": [{"enum": *names::EVENTS}, {"pattern": submissions()}]});
    json!({"type": "array", "items": event, "minItems": 1})
}

fn a_port_call() -> Value {
    json!({"enum": *names::PORT_CALLS})
}

/// A map of these fields. Their values are checked when the scenario is read; the schema has only the names.
fn map_of(fields: impl IntoIterator<Item = String>) -> Value {
    let fields: Map<String, Value> = fields.into_iter().map(|name| (name, json!(true))).collect();
    if fields.is_empty() {
        return nothing();
    }
    json!({"type": ["object", "null"], "properties": fields, "additionalProperties": false})
}

fn proposal(name: &str) -> Value {
    match name {
        "navigation.go" => json!({
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "Path and query under /ui."},
                "trigger": {"enum": ["start", "link", "history", "redirect"]},
                "stored": {
                    "type": "object",
                    "properties": {"path": {"type": "string"}, "at": {"type": "string"}},
                    "required": ["path", "at"],
                    "additionalProperties": false,
                },
                "client_session": {"type": "boolean"},
                "login_leads_away": {"type": "boolean"},
                "password_link": {"type": "boolean"},
            },
            "required": ["path", "trigger"],
            "additionalProperties": false,
        }),
        "idle.activity" => json!({
            "type": "object",
            "properties": {"idle_ms": {"type": "integer", "minimum": 0}},
            "required": ["idle_ms"],
            "additionalProperties": false,
        }),
        _ => map_of(super::fields::of_proposal(name)),
    }
}

/// An answer may have the fields of each machine's event of that name, and those of the call, which select one of
/// several pending calls.
fn answer(call: &str) -> Value {
    let machines = MachineName::ALL.iter().filter(|name| name.profile().events.contains(&call));
    let events = machines.flat_map(|name| Type::Event(*name, call.to_owned()).fields());
    map_of(events.chain(Type::Call(call.to_owned()).fields()))
}

/// An expected call: its name, or the name with some of its fields.
fn call() -> Value {
    let named = |name: &&'static str| ((*name).to_owned(), map_of(Type::of_call(name).fields()));
    let fields: Map<String, Value> = names::CALLS.iter().map(named).collect();
    json!({"anyOf": [
        {"enum": *names::CALLS},
        {"type": "object", "minProperties": 1, "maxProperties": 1,
         "properties": fields, "additionalProperties": false},
    ]})
}

impl JsonSchema for Step {
    fn schema_name() -> Cow<'static, str> {
        "Step".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let code = generator.subschema_for::<CodeWord>();
        let code = json!({
            "type": "object", "properties": {"code": code}, "required": ["code"],
            "additionalProperties": false,
        });
        let mut keys: Map<String, Value> =
            names::PROPOSALS.iter().map(|name| ((*name).to_owned(), proposal(name))).collect();
        let answers: Map<String, Value> =
            names::PORT_CALLS.iter().map(|name| ((*name).to_owned(), answer(name))).collect();
        let duration = generator.subschema_for::<Duration>();
        let actions = [
            ("login.submit", json!(generator.subschema_for::<LoginSubmit>())),
            ("login.log_out", nothing()),
            ("login.revoke", nothing()),
            ("startup.facts_changed", json!(generator.subschema_for::<FactsChange>())),
            ("mfa.submit", code.clone()),
            ("mfa.recover", code.clone()),
            ("password.submit", json!(generator.subschema_for::<PasswordSubmit>())),
            ("forgot_password.submit", json!(generator.subschema_for::<ForgotPasswordSubmit>())),
            ("reset_password.open", json!(generator.subschema_for::<ResetPasswordOpen>())),
            ("reset_password.submit", json!(generator.subschema_for::<ResetPasswordSubmit>())),
            ("onboarding.describe", json!(generator.subschema_for::<Describe>())),
            ("cli_login.open", json!(generator.subschema_for::<ClientOpen>())),
            ("cli_login.submit", code),
            ("cli_login.deny", nothing()),
            ("sso.begin", json!(generator.subschema_for::<SsoBegin>())),
            ("sso.callback", json!(generator.subschema_for::<SsoCallback>())),
            ("sso.denied", json!(generator.subschema_for::<SsoDenied>())),
            ("passkey.begin", json!(generator.subschema_for::<PasskeyBegin>())),
            ("passkey.answer", json!(generator.subschema_for::<PasskeyAnswer>())),
            (
                "answer",
                json!({
                    "type": "object", "properties": answers, "minProperties": 1,
                    "additionalProperties": false,
                }),
            ),
            ("after", json!(duration)),
            (
                "crash",
                json!({
                    "type": ["object", "null"], "properties": {"down": duration},
                    "additionalProperties": false,
                }),
            ),
            ("open_tab", json!({"type": "string"})),
            ("close_tab", json!({"type": "string"})),
            ("verify", json!({"enum": ["log"]})),
        ];
        keys.extend(actions.map(|(name, schema)| (name.to_owned(), schema)));
        let mut one_of: Vec<Value> = keys.keys().map(|name| json!({"required": [name]})).collect();
        let submissions = submissions();
        // Names with an instance are not enumerable: exactly one key must match that is not an attribute.
        let named = json!({"anyOf": [{"pattern": submissions}, {"enum": names::ATTRIBUTES}]});
        one_of.push(json!({
            "propertyNames": named, "not": {"propertyNames": {"enum": names::ATTRIBUTES}},
        }));
        keys.extend([
            ("expect".to_owned(), json!(generator.subschema_for::<Expect>())),
            ("tab".to_owned(), json!({"type": "string"})),
            ("note".to_owned(), json!({"type": "string"})),
            ("again".to_owned(), json!({"type": "boolean"})),
            ("hold".to_owned(), json!({"type": "array", "items": a_port_call()})),
        ]);
        let schema = json!({
            "description": "One action and its expected results.",
            "type": "object",
            "properties": keys,
            "patternProperties": submitted(),
            "additionalProperties": false,
            "oneOf": one_of,
        });
        Schema::try_from(schema).unwrap_or_default()
    }
}

const INSTANCE: &str = "[a-z0-9-]{1,64}";

/// The pattern of events of machines of the installation, as `machine/instance.event`.
fn submissions() -> String {
    let of = |machine: MachineName| {
        format!("{machine}/{INSTANCE}\\.({})", names::submissions(machine).join("|"))
    };
    format!("^({})$", names::installation().map(of).collect::<Vec<_>>().join("|"))
}

/// The schemas of these: some fields of the event.
fn submitted() -> Value {
    let of = |machine: MachineName| {
        names::submissions(machine).into_iter().map(move |event| {
            let fields = map_of(Type::Event(machine, event.to_owned()).fields());
            (format!("^{machine}/{INSTANCE}\\.{event}$"), fields)
        })
    };
    Value::Object(names::installation().flat_map(of).collect())
}

fn state_of(machine: MachineName) -> Value {
    let matcher = "^(any|=.*|~.*~|/.*/|<.*>)$";
    let name = json!({"anyOf": [
        {"enum": machine.profile().states}, {"type": "string", "pattern": matcher},
    ]});
    let states = Type::of_states(machine, None);
    let mut fields: Map<String, Value> =
        states.iter().flat_map(Type::fields).map(|field| (field, json!(true))).collect();
    fields.insert("state".to_owned(), name.clone());
    json!({"anyOf": [
        name, {"type": "object", "properties": fields, "additionalProperties": false},
    ]})
}

fn menus() -> Value {
    let item = json!({"anyOf": [
        {"enum": *names::ITEMS},
        {"type": "object", "minProperties": 1, "maxProperties": 1,
         "propertyNames": {"enum": *names::ITEMS}, "additionalProperties": {"enum": *names::DISABLED_REASONS}},
    ]});
    let list = json!({"type": "array", "items": item});
    json!({
        "type": "object", "propertyNames": {"enum": names::MENUS}, "additionalProperties": list,
    })
}

/// A type of its own, so that the schema has its definition once although two keys use it.
struct ExpectedCall;

impl JsonSchema for ExpectedCall {
    fn schema_name() -> Cow<'static, str> {
        "ExpectedCall".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        Schema::try_from(call()).unwrap_or_default()
    }
}

impl JsonSchema for Expect {
    fn schema_name() -> Cow<'static, str> {
        "Expect".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut keys: Map<String, Value> = names::machines()
            .map(|machine| (machine.as_str().to_owned(), state_of(machine)))
            .collect();
        let routes: Vec<&str> =
            rules::routes::ROUTES.iter().map(|route| RouteName::as_str(route.name)).collect();
        let call = generator.subschema_for::<ExpectedCall>();
        let transition = json!({
            "type": "object", "minProperties": 1, "maxProperties": 1,
            "propertyNames": {"enum": *names::DECISIONS}, "additionalProperties": {"type": "string"},
        });
        let words = json!({"type": "array", "items": {"type": "string"}});
        let special = [
            ("calls", json!({"type": "array", "items": call})),
            ("no_calls", json!({"type": "array", "items": call, "minItems": 1})),
            (
                "at_most",
                json!({
                    "type": "object", "propertyNames": {"enum": *names::CALLS}, "minProperties": 1,
                    "additionalProperties": {"type": "integer", "minimum": 1},
                }),
            ),
            ("transitions", json!({"type": "array", "items": transition})),
            ("route", json!({"anyOf": [{"enum": routes}, {"type": ["string", "null"]}]})),
            ("query", json!({"type": "object"})),
            ("notify", words.clone()),
            ("guards", words),
            ("menus", menus()),
            ("logo", map_of(["source", "url", "mark"].map(str::to_owned))),
            ("refused", json!({"type": ["string", "object"]})),
            ("can", events()),
            ("cannot", events()),
            ("records", json!({"type": "integer", "minimum": 0})),
            ("exact", json!({"type": "boolean"})),
        ];
        keys.extend(special.map(|(name, schema)| (name.to_owned(), schema)));
        let instances: Map<String, Value> = names::installation()
            .map(|machine| (format!("^{machine}/{INSTANCE}$"), state_of(machine)))
            .collect();
        let schema = json!({
            "description": "The expected results of a step; what is not mentioned may be anything.",
            "anyOf": [
                {"const": "refused"},
                {
                    "type": "object", "properties": keys, "patternProperties": instances,
                    "additionalProperties": false,
                },
            ],
        });
        Schema::try_from(schema).unwrap_or_default()
    }
}

//! The shapes of what records hold, as JSON Schemas: what a later build compares itself with.

use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use crate::call::Call;
use crate::registry::{MachineName, schemas_of};

/// For each machine its schema version and the shapes of its states and events, and the shape of all calls.
pub fn of_records() -> Value {
    let mut generator = SchemaGenerator::default();
    let mut machines = Map::new();
    for machine in MachineName::ALL {
        let (state, event) = schemas_of(*machine, &mut generator);
        let schema = machine.profile().schema;
        machines.insert(
            machine.as_str().to_owned(),
            json!({ "schema": schema, "state": state, "event": event }),
        );
    }
    let call = generator.subschema_for::<Call>();
    json!({ "machines": machines, "call": call, "$defs": generator.take_definitions(true) })
}

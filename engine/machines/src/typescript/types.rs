//! The types that pages share with the server.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ts_rs::{Config, TS, TypeVisitor};

use super::MARK;
use crate::call::Call;
use crate::machine::Rejection;
use crate::registry::{self, MachineName};
use crate::rules::menu::Menus;
use crate::rules::services::ServiceType;
use crate::rules::uptime::Uptime;

/// Collects the declarations of all types that can be reached.
pub struct Declarations {
    /// How types are written.
    pub config: Config,
    /// The declarations, by the names of the types.
    pub found: BTreeMap<String, String>,
}

impl Default for Declarations {
    fn default() -> Self {
        let config = Config::default().with_large_int("number");
        Self { config, found: BTreeMap::new() }
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types of ours have a file to go to; primitives and lists have not.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if self.found.contains_key(&name) {
                return;
            }
            self.found.insert(name, T::decl(&self.config));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// The types of `types.ts`.
pub fn declarations() -> Declarations {
    let mut declarations = Declarations::default();
    registry::visit_types(&mut declarations);
    declarations.visit::<MachineName>();
    declarations.visit::<Call>();
    declarations.visit::<Rejection>();
    declarations.visit::<Menus>();
    declarations.visit::<ServiceType>();
    declarations.visit::<Uptime>();
    declarations
}

pub(super) fn types() -> String {
    let declarations = declarations();
    let mut text = MARK.to_owned();
    for declaration in declarations.found.values() {
        let _ = writeln!(text, "\nexport {declaration}");
    }
    let names = registry::type_names(&declarations.config);
    for (table, of) in [("States", 1), ("Events", 2)] {
        let _ = writeln!(text, "\nexport interface {table} {{");
        for (machine, state, event) in &names {
            let _ = writeln!(text, "  {machine}: {};", if of == 1 { state } else { event });
        }
        text.push_str("}\n");
    }
    text
}

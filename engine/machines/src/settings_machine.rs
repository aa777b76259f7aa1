//! What the machines have in common whose settings are created under a name, changed, and deleted.

/// Implements the statig handlers of settings that are created under a name, changed, and deleted for good:
///
/// ```text
/// absent --create--> existing --change--> existing --delete--> deleted
/// ```
///
/// A machine states the local storage of its states, as for statig, and each event with its fields, its check and what
/// is stored then:
///
/// ```text
/// create { FIELD, .. } if CHECK => existing { FIELD: VALUE, .. };
/// change { FIELD: NAME, .. } if CHECK => existing { FIELD: VALUE, .. };
/// delete => deleted { FIELD: VALUE };
/// ```
///
/// A check is a `Result`: the rejection of its problem is that of the event, by the guard `not_allowed`. Beside its own
/// storage `existing` has `created_at` and `created_by`, and beside its own fields the event `create` has `by`.
///
/// To be used in a module that has `State`, `Event` and `Context`, and the prelude of statig. A machine with further
/// events or states is written without it: all that it does is then in one place.
#[macro_export]
macro_rules! settings_machine {
    (
        impl $machine:ident {
            #[state(local_storage($($storage:tt),+))]
            fn existing($($stored:ident: &$type:ty),+);
            #[state(local_storage($left_storage:tt))]
            fn deleted();

            create { $($created:ident),+ } if $creatable:expr
                => existing { $($first:ident: $first_value:expr),+ };
            change { $($changed:ident: $wanted:ident),+ } if $changeable:expr
                => existing { $($next:ident: $next_value:expr),+ };
            delete => deleted { $left:ident: $left_value:expr };
        }
    ) => {
        #[state_machine(
            initial = "State::Absent {}",
            state(custom, name = "State"),
            superstate(derive(Debug))
        )]
        impl $machine {
            #[state(superstate = "root")]
            fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
                let Event::Create { $($created,)+ by } = event else { return Super };
                if let Err(problem) = $creatable {
                    return context.not_allowed(problem.rejection());
                }
                Transition(State::Existing {
                    $($first: $first_value,)+
                    created_at: context.at,
                    created_by: by.clone(),
                })
            }

            #[state(
                superstate = "root",
                local_storage(
                    $($storage,)+
                    "created_at: Timestamp",
                    "created_by: Option<PersonId>"
                )
            )]
            fn existing(
                $($stored: &$type,)+
                created_at: &Timestamp,
                created_by: &Option<PersonId>,
                event: &Event,
                context: &mut Context,
            ) -> Outcome<State> {
                match event {
                    Event::Create { .. } => Super,
                    Event::Change { $($changed: $wanted),+ } => {
                        if let Err(problem) = $changeable {
                            return context.not_allowed(problem.rejection());
                        }
                        Transition(State::Existing {
                            $($next: $next_value,)+
                            created_at: *created_at,
                            created_by: created_by.clone(),
                        })
                    }
                    Event::Delete {} => Transition(State::Deleted { $left: $left_value }),
                }
            }

            #[state(superstate = "root", local_storage($left_storage))]
            fn deleted() -> Outcome<State> {
                Super
            }

            #[superstate]
            fn root(context: &mut Context) -> Outcome<State> {
                context.refuse_here()
            }
        }
    };
}

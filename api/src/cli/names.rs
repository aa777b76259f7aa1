//! The names of the commands and their options, for the list of names that do not change.

use clap::{Command, CommandFactory as _};

use super::Cli;

/// Each command, and each option and value of it, as it is typed.
pub fn names() -> Vec<String> {
    let mut command = Cli::command();
    command.build();
    let mut names = Vec::new();
    collect(&command, "", &mut names);
    names
}

fn collect(command: &Command, outer: &str, names: &mut Vec<String>) {
    if command.get_name() == "help" {
        return;
    }
    let path = format!("{outer}{}", command.get_name());
    let every_command_has = ["help", "version"];
    let arguments = command.get_arguments();
    for argument in arguments.filter(|one| !every_command_has.contains(&one.get_id().as_str())) {
        let long = argument.get_long().map(|long| format!("--{long}"));
        let short = argument.get_short().map(|short| format!("-{short}"));
        let values = argument.get_possible_values();
        // The name of a positional argument is not typed, but its values are.
        let option = long.clone().or_else(|| short.clone());
        let option = option.map_or_else(|| path.clone(), |option| format!("{path} {option}"));
        if !argument.get_action().takes_values() {
            names.extend(long.iter().chain(&short).map(|option| format!("{path} {option}")));
            continue;
        }
        names.extend(long.iter().chain(&short).map(|option| format!("{path} {option} VALUE")));
        names.extend(argument.get_env().map(|name| format!("{path} ${}", name.to_string_lossy())));
        names.extend(values.iter().map(|value| format!("{option} = {}", value.get_name())));
    }
    for inner in command.get_subcommands() {
        collect(inner, &format!("{path} "), names);
    }
    names.push(path);
}

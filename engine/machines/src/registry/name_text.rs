//! The name of a machine as a text, and texts that are none.

use std::fmt;
use std::str::FromStr;

use super::MachineName;

/// The error for an unknown machine name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownMachine(pub String);

impl fmt::Display for UnknownMachine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = MachineName::ALL.iter().map(|name| name.as_str()).collect();
        write!(f, "there is no machine '{}'; there are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for UnknownMachine {}

impl fmt::Display for MachineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for MachineName {
    type Err = UnknownMachine;

    fn from_str(text: &str) -> Result<Self, UnknownMachine> {
        Self::named(text).ok_or_else(|| UnknownMachine(text.to_owned()))
    }
}

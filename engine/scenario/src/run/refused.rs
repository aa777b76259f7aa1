//! Why a step was refused: by a machine, or before one was asked.

use std::collections::BTreeMap;
use std::fmt;

use waybill_engine::{Nack, NackCode};
use waybill_machines::Rejection;

/// A refusal, as a scenario expects it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) code: NackCode,
    pub(crate) args: BTreeMap<String, String>,
}

impl From<Rejection> for Refused {
    fn from(Rejection { code, args }: Rejection) -> Self {
        Self { code: NackCode::Rejected(code), args }
    }
}

impl From<Nack> for Refused {
    fn from(nack: Nack) -> Self {
        let args = nack.rejection.map(|rejection| rejection.args).unwrap_or_default();
        Self { code: nack.code, args }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.code)?;
        self.args.iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

//! Writing a query, in the one form that it is read from again.

use std::fmt::{Display, Formatter, Result};

use super::{Ago, Aql, Include, Node, Operator, Sort, Subject, TextOperator, UNITS};

impl Display for Aql {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "items.find({})", self.find)?;
        if !self.include.is_empty() {
            write!(f, ".include({})", joined(&self.include))?;
        }
        if let Some(Sort { descending, fields }) = &self.sort {
            let direction = if *descending { "$desc" } else { "$asc" };
            let fields: Vec<String> = fields.iter().map(|field| quoted(field.name())).collect();
            write!(f, ".sort({{\"{direction}\":[{}]}})", fields.join(","))?;
        }
        if self.offset > 0 {
            write!(f, ".offset({})", self.offset)?;
        }
        self.limit.map_or(Ok(()), |limit| write!(f, ".limit({limit})"))
    }
}

impl Display for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::All(all) if all.is_empty() => f.write_str("{}"),
            Self::All(all) => write!(f, "{{\"$and\":[{}]}}", joined(all)),
            Self::Any(any) => write!(f, "{{\"$or\":[{}]}}", joined(any)),
            Self::Text { subject, operator, value } => {
                let operator = match operator {
                    TextOperator::Compare(operator) => operator.name(),
                    TextOperator::Match => "$match",
                    TextOperator::NotMatch => "$nmatch",
                };
                criterion(f, &subject.to_string(), operator, &quoted(value))
            }
            Self::Number { field, operator, value } => {
                criterion(f, field.name(), operator.name(), &value.to_string())
            }
            Self::Time { field, operator, value } => {
                criterion(f, field.name(), operator.name(), &quoted(&value.to_string()))
            }
            Self::Ago { field, within, ago } => {
                let operator = if *within { "$last" } else { "$before" };
                criterion(f, field.name(), operator, &quoted(&ago.to_string()))
            }
        }
    }
}

fn criterion(f: &mut Formatter<'_>, name: &str, operator: &str, value: &str) -> Result {
    write!(f, "{{{}:{{\"{operator}\":{value}}}}}", quoted(name))
}

impl Operator {
    const fn name(self) -> &'static str {
        match self {
            Self::Eq => "$eq",
            Self::Ne => "$ne",
            Self::Gt => "$gt",
            Self::Gte => "$gte",
            Self::Lt => "$lt",
            Self::Lte => "$lte",
        }
    }
}

impl Display for Subject {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Field(field) => f.write_str(field.name()),
            Self::Property(name) => write!(f, "@{name}"),
            Self::AnyProperty => f.write_str("@*"),
        }
    }
}

impl Display for Ago {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let found = UNITS.into_iter().find(|(unit, ..)| *unit == self.unit);
        let name = found.and_then(|(_, names, _)| names.first().copied()).unwrap_or_default();
        write!(f, "{}{name}", self.count)
    }
}

impl Display for Include {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&match self {
            Self::Field(field) => quoted(field.name()),
            Self::AllFields => quoted("*"),
            Self::Properties => quoted("property.*"),
            Self::Property(name) => quoted(&format!("@{name}")),
        })
    }
}

fn joined<T: ToString>(all: &[T]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// A text in quotes, with the escapes of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

//! A query as the search takes it: with the ids of users and with times instead of spans.

use std::collections::{BTreeMap, BTreeSet};

use waybill_machines::Timestamp;
use waybill_platform::repositories::{
    Comparison, Criterion, ItemField, Query, SortOrder, TextField, TextTest,
};

use super::{Ago, Aql, Field, Node, Operator, Subject, TextOperator, UNITS};

/// What a query refers to and does not say.
pub(in crate::components::search) struct Known {
    /// The ids of users by name.
    pub(in crate::components::search) people: BTreeMap<String, String>,
    /// The time of the query.
    pub(in crate::components::search) now: Timestamp,
}

impl Aql {
    /// The names of the users that it is about.
    pub(in crate::components::search) fn people(&self) -> BTreeSet<&str> {
        let mut people = BTreeSet::new();
        self.find.visit(&mut |node| {
            if let Node::Text { subject: Subject::Field(field), value, .. } = node
                && matches!(field.item_field(), ItemField::Person(_))
            {
                people.insert(value.as_str());
            }
        });
        people
    }

    /// The query. Unless it says otherwise, it is about files.
    pub(in crate::components::search) fn query(&self, known: &Known) -> Query {
        let mut says_kind = false;
        self.find.visit(&mut |node| {
            says_kind |= matches!(node, Node::Text { subject: Subject::Field(Field::Type), .. });
        });
        let mut all = vec![self.find.criterion(known)];
        if !says_kind {
            let file = TextTest::Compares(Comparison::Equal, "file".to_owned());
            all.insert(0, Criterion::Text(TextField::Kind, file));
        }
        let order = self.sort.iter().flat_map(|sort| {
            let of = |field: &Field| SortOrder {
                field: field.item_field(),
                descending: sort.descending,
            };
            sort.fields.iter().map(of)
        });
        Query {
            criterion: Criterion::All(all),
            order: order.collect(),
            offset: self.offset,
            limit: self.limit,
        }
    }
}

impl Node {
    fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        if let Self::All(nodes) | Self::Any(nodes) = self {
            for node in nodes {
                node.visit(visit);
            }
        }
    }

    fn criterion(&self, known: &Known) -> Criterion {
        match self {
            Self::All(all) => {
                Criterion::All(all.iter().map(|node| node.criterion(known)).collect())
            }
            Self::Any(any) => {
                Criterion::Any(any.iter().map(|node| node.criterion(known)).collect())
            }
            Self::Text { subject, operator, value } => {
                text_criterion(subject, *operator, value, known)
            }
            Self::Number { field, operator, value } => match field.item_field() {
                ItemField::Number(field) => Criterion::Number(field, operator.comparison(), *value),
                _ => nothing(),
            },
            Self::Time { field, operator, value } => match field.item_field() {
                ItemField::Time(field) => Criterion::Time(field, operator.comparison(), *value),
                _ => nothing(),
            },
            Self::Ago { field, within, ago } => match field.item_field() {
                ItemField::Time(field) => {
                    let then = known.now.plus_ms(-ago.ms());
                    let comparison =
                        if *within { Comparison::GreaterOrEqual } else { Comparison::Less };
                    Criterion::Time(field, comparison, then)
                }
                _ => nothing(),
            },
        }
    }
}

fn text_criterion(
    subject: &Subject,
    operator: TextOperator,
    value: &str,
    known: &Known,
) -> Criterion {
    let matches =
        |negated| TextTest::Matches { pattern: value.to_owned(), ignores_case: false, negated };
    let test = match operator {
        TextOperator::Match => matches(false),
        TextOperator::NotMatch => matches(true),
        TextOperator::Compare(operator) => {
            TextTest::Compares(operator.comparison(), value.to_owned())
        }
    };
    // Any value of a property.
    let any_value = |test: TextTest| match &test {
        TextTest::Compares(Comparison::Equal, value) if value == "*" => matches(false),
        TextTest::Compares(Comparison::Other, value) if value == "*" => matches(true),
        _ => test,
    };
    let field = match subject {
        Subject::AnyProperty => return Criterion::Property(None, any_value(test)),
        Subject::Property(name) => return Criterion::Property(Some(name.clone()), any_value(test)),
        Subject::Field(field) => *field,
    };
    match field.item_field() {
        // Files and folders are all there is.
        ItemField::Text(TextField::Kind) if value == "any" => match operator {
            TextOperator::Compare(Operator::Ne) => nothing(),
            _ => Criterion::All(Vec::new()),
        },
        ItemField::Text(field) => Criterion::Text(field, test),
        ItemField::Person(field) => Criterion::Person {
            field,
            // Nothing has the name of a user who does not exist as its id.
            id: known.people.get(value).cloned().unwrap_or_default(),
            others: operator == TextOperator::Compare(Operator::Ne),
        },
        ItemField::Number(_) | ItemField::Time(_) => nothing(),
    }
}

/// What nothing meets.
const fn nothing() -> Criterion {
    Criterion::Any(Vec::new())
}

impl Operator {
    const fn comparison(self) -> Comparison {
        match self {
            Self::Eq => Comparison::Equal,
            Self::Ne => Comparison::Other,
            Self::Gt => Comparison::Greater,
            Self::Gte => Comparison::GreaterOrEqual,
            Self::Lt => Comparison::Less,
            Self::Lte => Comparison::LessOrEqual,
        }
    }
}

impl Ago {
    fn ms(self) -> i64 {
        let unit = UNITS.into_iter().find(|(unit, ..)| *unit == self.unit);
        i64::from(self.count) * unit.map_or(0, |(.., ms)| ms)
    }
}

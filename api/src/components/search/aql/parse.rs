//! Reading a query.

use waybill_machines::Timestamp;
use waybill_platform::repositories::{FOUND_MAX, ItemField};

use super::tokens::{At, Token, tokens};
use super::{
    Ago, Aql, AqlError, CRITERIA_MAX, DEPTH_MAX, FIELDS, Field, Include, Node, Operator,
    PATTERN_BYTES_MAX, QUERY_BYTES_MAX, SORTED_MAX, Sort, Subject, TextOperator, UNITS,
};

/// Reads a query.
///
/// # Errors
///
/// [`AqlError`], with the character at which something else is expected.
pub(in crate::components::search) fn parse(query: &str) -> Result<Aql, AqlError> {
    if query.len() > QUERY_BYTES_MAX {
        return Err(AqlError {
            at: 1,
            expected: format!("a query of at most {} KiB", QUERY_BYTES_MAX / 1_024),
            found: "a longer one".to_owned(),
        });
    }
    let mut reader = Reader { tokens: tokens(query)?, next: 0, criteria: 0 };
    reader.query()
}

/// The parts after `find`, in their order.
const PARTS: [&str; 4] = ["include", "sort", "offset", "limit"];

struct Reader {
    tokens: Vec<At>,
    next: usize,
    criteria: usize,
}

impl Reader {
    fn peek(&self) -> &At {
        // The last token is the end, which is never passed.
        &self.tokens[self.next.min(self.tokens.len() - 1)]
    }

    fn take(&mut self) -> At {
        let taken = self.peek().clone();
        self.next += 1;
        taken
    }

    fn is_at(&self, mark: char) -> bool {
        self.peek().token == Token::Mark(mark)
    }

    fn skip(&mut self, mark: char) -> bool {
        let is_there = self.is_at(mark);
        self.next += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, mark: char) -> Result<(), AqlError> {
        if self.skip(mark) { Ok(()) } else { Err(self.peek().instead_of(format!("“{mark}”"))) }
    }

    fn expect_word(&mut self, word: &str) -> Result<(), AqlError> {
        let taken = self.take();
        match &taken.token {
            Token::Word(found) if found == word => Ok(()),
            _ => Err(taken.instead_of(format!("“{word}”"))),
        }
    }

    fn query(&mut self) -> Result<Aql, AqlError> {
        self.expect_word("items")?;
        self.expect('.')?;
        self.expect_word("find")?;
        self.expect('(')?;
        let find = if self.is_at(')') {
            Node::All(Vec::new())
        } else {
            let mut objects = self.several(|reader| reader.object(1))?;
            if objects.len() == 1 { objects.remove(0) } else { Node::All(objects) }
        };
        self.expect(')')?;
        let mut aql = Aql { find, include: Vec::new(), sort: None, offset: 0, limit: None };
        let mut may_follow = &PARTS[..];
        while self.skip('.') {
            let name = self.take();
            let expected = match may_follow {
                [] => "the end".to_owned(),
                parts => format!("one of {}, in this order,", parts.join(", ")),
            };
            let Token::Word(word) = &name.token else { return Err(name.instead_of(expected)) };
            let found = may_follow.iter().position(|part| part == word);
            let found = found.ok_or_else(|| name.instead_of(expected))?;
            may_follow = &may_follow[found + 1..];
            self.expect('(')?;
            match word.as_str() {
                "include" => aql.include = self.several(Self::include)?,
                "sort" => aql.sort = Some(self.sort()?),
                "offset" => aql.offset = self.number(usize::MAX)?,
                _ => {
                    let most = match (&aql.sort, aql.offset) {
                        (Some(_), offset) => SORTED_MAX.saturating_sub(offset).min(FOUND_MAX),
                        (None, _) => FOUND_MAX,
                    };
                    aql.limit = Some(self.number(most)?);
                }
            }
            self.expect(')')?;
        }
        let end = self.take();
        let expected = match may_follow {
            [] => "the end".to_owned(),
            parts => format!("one of .{} or the end", parts.join(", .")),
        };
        if end.token == Token::End { Ok(aql) } else { Err(end.instead_of(expected)) }
    }

    /// Several of something, separated by commas.
    fn several<T>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Result<T, AqlError>,
    ) -> Result<Vec<T>, AqlError> {
        let mut all = vec![one(self)?];
        while self.skip(',') {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// `{"field": .., ..}`: all of its criteria.
    fn object(&mut self, depth: usize) -> Result<Node, AqlError> {
        if depth > DEPTH_MAX {
            return Err(self
                .peek()
                .instead_of(format!("at most {DEPTH_MAX} braces in each other")));
        }
        self.expect('{')?;
        if self.skip('}') {
            return Ok(Node::All(Vec::new()));
        }
        let mut all = self.several(|reader| reader.pair(depth))?;
        self.expect('}')?;
        Ok(if all.len() == 1 { all.remove(0) } else { Node::All(all) })
    }

    fn pair(&mut self, depth: usize) -> Result<Node, AqlError> {
        let (key, named) = self.name()?;
        self.expect(':')?;
        match key.as_str() {
            "$and" | "$or" => {
                self.expect('[')?;
                let all = if key == "$and" && self.is_at(']') {
                    Vec::new()
                } else {
                    self.several(|reader| reader.object(depth + 1))?
                };
                self.expect(']')?;
                Ok(if key == "$and" { Node::All(all) } else { Node::Any(all) })
            }
            _ => {
                let subject = subject(&key, &named)?;
                self.criterion(&subject)
            }
        }
    }

    /// A name, in quotes or without, which may have dots.
    fn name(&mut self) -> Result<(String, At), AqlError> {
        let first = self.take();
        let mut name = match &first.token {
            Token::Text(text) => return Ok((text.clone(), first)),
            Token::Word(word) => word.clone(),
            _ => return Err(first.instead_of("the name of a field")),
        };
        while self.skip('.') {
            let next = self.take();
            let Token::Word(word) = &next.token else {
                return Err(next.instead_of("the rest of a name"));
            };
            name = format!("{name}.{word}");
        }
        Ok((name, first))
    }

    /// What follows the name of a field: a value, or operators with values.
    fn criterion(&mut self, subject: &Subject) -> Result<Node, AqlError> {
        if !self.is_at('{') {
            return self.compared(subject, "$eq");
        }
        self.expect('{')?;
        let mut all = self.several(|reader| {
            let (operator, named) = reader.name()?;
            if !operators(subject).contains(&operator.as_str()) {
                let known = operators(subject).join(", ");
                return Err(named.instead_of(format!("one of {known}")));
            }
            reader.expect(':')?;
            reader.compared(subject, &operator)
        })?;
        self.expect('}')?;
        Ok(if all.len() == 1 { all.remove(0) } else { Node::All(all) })
    }

    fn compared(&mut self, subject: &Subject, operator: &str) -> Result<Node, AqlError> {
        self.criteria += 1;
        if self.criteria > CRITERIA_MAX {
            return Err(self.peek().instead_of(format!("the end of {CRITERIA_MAX} criteria")));
        }
        let value = self.take();
        let text = match &value.token {
            Token::Text(text) | Token::Word(text) => text.clone(),
            _ => return Err(value.instead_of("a value")),
        };
        let compare = match operator {
            "$ne" => Operator::Ne,
            "$gt" => Operator::Gt,
            "$gte" => Operator::Gte,
            "$lt" => Operator::Lt,
            "$lte" => Operator::Lte,
            _ => Operator::Eq,
        };
        let Subject::Field(field) = subject else {
            return text_node(subject.clone(), operator, compare, text, &value);
        };
        let field = *field;
        match field.item_field() {
            ItemField::Number(_) => {
                let number = text.parse().map_err(|_| value.instead_of("a whole number"))?;
                Ok(Node::Number { field, operator: compare, value: number })
            }
            ItemField::Time(_) if matches!(operator, "$last" | "$before") => {
                let expected = "a span of time such as 3d, 2w or 1mo";
                let ago = Ago::parse(&text).ok_or_else(|| value.instead_of(expected))?;
                Ok(Node::Ago { field, within: operator == "$last", ago })
            }
            ItemField::Time(_) => {
                let time = time(&text).ok_or_else(|| {
                    value.instead_of("a time such as 2026-01-31 or 2026-01-31T12:00:00Z")
                })?;
                Ok(Node::Time { field, operator: compare, value: time })
            }
            ItemField::Text(_) | ItemField::Person(_) => {
                if field == Field::Type && !matches!(text.as_str(), "file" | "folder" | "any") {
                    return Err(value.instead_of("file, folder or any"));
                }
                text_node(subject.clone(), operator, compare, text, &value)
            }
        }
    }

    fn include(&mut self) -> Result<Include, AqlError> {
        let (name, named) = self.name()?;
        match name.as_str() {
            "*" => return Ok(Include::AllFields),
            "property" | "property.*" => return Ok(Include::Properties),
            _ => {}
        }
        if let Some(property) = name.strip_prefix('@').filter(|property| !property.is_empty()) {
            return Ok(Include::Property(property.to_owned()));
        }
        let field = Field::named(&name).map(Include::Field);
        field.ok_or_else(|| named.instead_of(format!("*, property, @NAME or one of {}", names())))
    }

    fn sort(&mut self) -> Result<Sort, AqlError> {
        self.expect('{')?;
        let (direction, named) = self.name()?;
        let descending = match direction.as_str() {
            "$asc" => false,
            "$desc" => true,
            _ => return Err(named.instead_of("$asc or $desc")),
        };
        self.expect(':')?;
        let field = |reader: &mut Self| {
            let (name, named) = reader.name()?;
            Field::named(&name).ok_or_else(|| named.instead_of(format!("one of {}", names())))
        };
        // Without brackets, as some clients send it.
        let fields = if self.skip('[') {
            let fields = self.several(field)?;
            self.expect(']')?;
            fields
        } else {
            self.several(field)?
        };
        self.expect('}')?;
        Ok(Sort { descending, fields })
    }

    fn number(&mut self, most: usize) -> Result<usize, AqlError> {
        let taken = self.take();
        let number = match &taken.token {
            Token::Word(word) | Token::Text(word) => word.parse().ok(),
            _ => None,
        };
        let number = number.filter(|number| *number <= most);
        number.ok_or_else(|| match most {
            usize::MAX => taken.instead_of("a whole number"),
            most => taken.instead_of(format!("a whole number up to {most}")),
        })
    }
}

fn names() -> String {
    FIELDS.map(|(_, name, _)| name).join(", ")
}

fn subject(name: &str, named: &At) -> Result<Subject, AqlError> {
    match name.strip_prefix('@') {
        Some("*") => Ok(Subject::AnyProperty),
        Some(property) if !property.is_empty() => Ok(Subject::Property(property.to_owned())),
        _ => {
            let expected = || format!("$and, $or, @PROPERTY or one of {}", names());
            let field = Field::named(name).ok_or_else(|| named.instead_of(expected()))?;
            Ok(Subject::Field(field))
        }
    }
}

/// The operators that a field has.
fn operators(subject: &Subject) -> &'static [&'static str] {
    const TEXT: &[&str] = &["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$match", "$nmatch"];
    const NUMBER: &[&str] = &["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"];
    const TIME: &[&str] = &["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$before", "$last"];
    // Names of users are in no record, so that they cannot be compared.
    const SAME: &[&str] = &["$eq", "$ne"];
    let Subject::Field(field) = subject else { return TEXT };
    match field.item_field() {
        ItemField::Number(_) => NUMBER,
        ItemField::Time(_) => TIME,
        ItemField::Person(_) => SAME,
        ItemField::Text(_) if *field == Field::Type => SAME,
        ItemField::Text(_) => TEXT,
    }
}

fn text_node(
    subject: Subject,
    operator: &str,
    compare: Operator,
    value: String,
    at: &At,
) -> Result<Node, AqlError> {
    let operator = match operator {
        "$match" => TextOperator::Match,
        "$nmatch" => TextOperator::NotMatch,
        _ => TextOperator::Compare(compare),
    };
    let is_pattern = !matches!(operator, TextOperator::Compare(_));
    if is_pattern && value.len() > PATTERN_BYTES_MAX {
        return Err(at.instead_of(format!("a pattern of at most {PATTERN_BYTES_MAX} bytes")));
    }
    let is_digest = matches!(&subject, Subject::Field(field) if field.is_digest());
    let value = if is_digest { value.to_ascii_lowercase() } else { value };
    Ok(Node::Text { subject, operator, value })
}

impl Ago {
    fn parse(text: &str) -> Option<Self> {
        let end = text.find(|letter: char| !letter.is_ascii_digit())?;
        let (count, name) = text.split_at(end);
        let (unit, ..) = UNITS.into_iter().find(|(_, names, _)| names.contains(&name))?;
        Some(Self { count: count.parse().ok()?, unit })
    }
}

/// A time: a day, or a time of a day in UTC or with its offset.
fn time(text: &str) -> Option<Timestamp> {
    if let Ok(time) = text.parse() {
        return Some(time);
    }
    if text.len() == 10 {
        return format!("{text}T00:00:00Z").parse().ok();
    }
    let at = text.rfind(['+', '-']).filter(|at| *at >= 19)?;
    let (local, offset) = text.split_at(at);
    let local: Timestamp = format!("{local}Z").parse().ok()?;
    let sign = if offset.starts_with('-') { 1 } else { -1 };
    let digits: String = offset[1..].chars().filter(|letter| *letter != ':').collect();
    let is_offset = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: i64 = digits.parse().ok().filter(|_| is_offset)?;
    let (hours, minutes) = (number / 100, number % 100);
    (hours < 24 && minutes < 60).then(|| local.plus_ms(sign * (hours * 60 + minutes) * 60_000))
}

//! Parses a text into nodes.

use std::collections::BTreeMap;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span, StrInput};

use super::{Node, Value};
use crate::fault::{LocatedError, Position};

/// The size limit of a file; no readable scenario is larger.
pub(crate) const FILE_BYTES_MAX: usize = 1024 * 1024;
/// The limit of nesting, because reading is recursive.
const DEPTH_MAX: usize = 32;

/// Parses a text that holds one document.
pub(crate) fn parse(text: &str) -> Result<Node, LocatedError> {
    if text.len() > FILE_BYTES_MAX {
        let message =
            format!("the file has {} bytes; at most 1 MiB ({FILE_BYTES_MAX}) is read", text.len());
        return Err(LocatedError::new(Position::START, message));
    }
    reject_tabs(text)?;
    let offsets: Vec<usize> =
        text.char_indices().map(|(at, _)| at).chain(std::iter::once(text.len())).collect();
    let mut reader = Reader { parser: Parser::new_from_str(text), offsets, last_end: 0 };
    reader.document()
}

/// Editors show a tab with any width, so indentation that looks right may be wrong.
fn reject_tabs(text: &str) -> Result<(), LocatedError> {
    for (index, line) in text.lines().enumerate() {
        if let Some(column) = line.chars().position(|letter| letter == '\t') {
            let position = Position { line: index + 1, column: column + 1 };
            return Err(LocatedError::new(position, "a tab; only spaces may indent and separate"));
        }
    }
    Ok(())
}

struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    /// The byte offset of each character, because the parser counts characters.
    offsets: Vec<usize>,
    /// Where the last leaf ended: the parser's end of a block includes the comments after it.
    last_end: usize,
}

impl<'a> Reader<'a> {
    fn document(&mut self) -> Result<Node, LocatedError> {
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
                Event::StreamEnd => {
                    let message = "the file is empty; expected `scenario:` and a sentence";
                    return Err(LocatedError::new(Position::START, message));
                }
                event => {
                    let root = self.node(event, span, 0)?;
                    self.end()?;
                    return Ok(root);
                }
            }
        }
    }

    fn end(&mut self) -> Result<(), LocatedError> {
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => return Ok(()),
                Event::DocumentEnd | Event::Nothing => {}
                _ => {
                    return Err(LocatedError::new(
                        position(&span.start),
                        "a second document; a file holds one story",
                    ));
                }
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), LocatedError> {
        match self.parser.next_event() {
            Some(Ok(next)) => Ok(next),
            Some(Err(error)) => {
                let message = format!("this is no YAML: {}", error.info());
                Err(LocatedError::new(position(error.marker()), message))
            }
            None => Err(LocatedError::new(Position::START, "the text ended too soon")),
        }
    }

    fn node(&mut self, event: Event<'a>, span: Span, depth: usize) -> Result<Node, LocatedError> {
        let place = position(&span.start);
        if depth > DEPTH_MAX {
            return Err(LocatedError::new(place, format!("nested deeper than {DEPTH_MAX} levels")));
        }
        let start = self.byte(&span.start);
        let (anchor, tagged) = match &event {
            Event::Scalar(_, _, anchor, tag) => (*anchor, tag.is_some()),
            Event::SequenceStart(anchor, tag) | Event::MappingStart(anchor, tag) => {
                (*anchor, tag.is_some())
            }
            Event::Alias(anchor) => (*anchor, false),
            _ => (0, false),
        };
        if anchor != 0 {
            return Err(LocatedError::new(place, "anchors and aliases are not allowed in a story"));
        }
        if tagged {
            return Err(LocatedError::new(place, "tags are not allowed in a story"));
        }
        let value = match event {
            Event::Scalar(text, style, ..) => {
                let value = Value::Scalar {
                    text: text.into_owned(),
                    plain: matches!(style, ScalarStyle::Plain),
                };
                self.last_end = self.byte(&span.end);
                value
            }
            Event::SequenceStart(..) => {
                self.last_end = self.byte(&span.end);
                self.list(depth)?
            }
            Event::MappingStart(..) => {
                self.last_end = self.byte(&span.end);
                self.map(depth)?
            }
            _ => return Err(LocatedError::new(place, "expected a value here")),
        };
        Ok(Node { position: place, bytes: start..self.last_end.max(start), value })
    }

    fn list(&mut self, depth: usize) -> Result<Value, LocatedError> {
        let mut items = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::SequenceEnd) {
                self.close(span);
                return Ok(Value::List(items));
            }
            items.push(self.node(event, span, depth + 1)?);
        }
    }

    fn map(&mut self, depth: usize) -> Result<Value, LocatedError> {
        let mut entries: Vec<(Node, Node)> = Vec::new();
        let mut lines: BTreeMap<String, usize> = BTreeMap::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::MappingEnd) {
                self.close(span);
                return Ok(Value::Map(entries));
            }
            let key = self.node(event, span, depth + 1)?;
            let Some(name) = key.text() else {
                return Err(LocatedError::new(key.position, "a key must be one word"));
            };
            if let Some(line) = lines.insert(name.to_owned(), key.position.line) {
                let message = format!("duplicate key `{name}`; it stands already in line {line}");
                return Err(LocatedError::new(key.position, message));
            }
            let (event, span) = self.next()?;
            let value = self.node(event, span, depth + 1)?;
            entries.push((key, value));
        }
    }

    /// A flow collection ends with its own bracket, although the parser includes a comment after it; a block ends where
    /// its last leaf did.
    fn close(&mut self, span: Span) {
        if !span.is_empty() {
            self.last_end = self.byte(&span.start) + 1;
        }
    }

    fn byte(&self, marker: &Marker) -> usize {
        let last = self.offsets.len() - 1;
        self.offsets[marker.index().min(last)]
    }
}

fn position(marker: &Marker) -> Position {
    Position { line: marker.line(), column: marker.col() + 1 }
}

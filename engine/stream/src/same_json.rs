//! Comparing a value with its recorded JSON without writing it.
//!
//! Replay compares every state, call and guard with the text of its record. Writing each of them first, escapes and
//! all, was a fifth of its time. A record's text is canonical, so a value that is the same agrees with it from left to
//! right.
//!
//! Decision: docs/decisions/journal.md

use serde::Serialize;
use serde::ser::{self, Impossible, Serializer};

/// Whether a canonical JSON text is what `serde_json` writes for a value. `false` says that it may not be: a text with
/// escapes and a few kinds of values, none of which the machines have, are not compared here.
pub(crate) fn is_same_json(value: &(impl Serialize + ?Sized), json: &str) -> bool {
    let mut text = Text(json.as_bytes());
    value.serialize(&mut text).is_ok() && text.0.is_empty()
}

/// What is left of the text.
struct Text<'a>(&'a [u8]);

/// The text says something else, or cannot be compared.
#[derive(Debug)]
struct Unlike;

impl std::fmt::Display for Unlike {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the text is another one")
    }
}

impl std::error::Error for Unlike {}

impl ser::Error for Unlike {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

type Compared = Result<(), Unlike>;

impl Text<'_> {
    #[inline]
    fn pass(&mut self, expected: &[u8]) -> Compared {
        self.0 = self.0.strip_prefix(expected).ok_or(Unlike)?;
        Ok(())
    }

    /// A string that needs no escape.
    #[inline]
    fn string(&mut self, text: &str) -> Compared {
        let is_special = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
        // No early exit, so that it is vectorized.
        let has_special = text.bytes().fold(false, |so_far, byte| so_far | is_special(byte));
        if has_special { Err(Unlike) } else { self.quoted(text) }
    }

    /// The name of a field or a variant.
    #[inline]
    fn quoted(&mut self, name: &str) -> Compared {
        let rest = self.0.strip_prefix(b"\"").and_then(|rest| rest.strip_prefix(name.as_bytes()));
        self.0 = rest.and_then(|rest| rest.strip_prefix(b"\"")).ok_or(Unlike)?;
        Ok(())
    }

    fn number(&mut self, value: u64) -> Compared {
        let length = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.0.split_at(length);
        let is_shortest = length == 1 || digits.first().is_some_and(|first| *first != b'0');
        let read = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        self.0 = rest;
        if is_shortest && read == Some(value) { Ok(()) } else { Err(Unlike) }
    }
}

/// The items of an array or the pairs of an object.
struct Items<'t, 'a> {
    text: &'t mut Text<'a>,
    is_first: bool,
    end: &'static [u8],
}

impl<'t, 'a> Items<'t, 'a> {
    fn of(text: &'t mut Text<'a>, [start, end]: [&'static [u8]; 2]) -> Result<Self, Unlike> {
        text.pass(start)?;
        Ok(Self { text, is_first: true, end })
    }

    #[inline]
    fn comma(&mut self) -> Compared {
        if std::mem::take(&mut self.is_first) { Ok(()) } else { self.text.pass(b",") }
    }

    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Compared {
        self.comma()?;
        value.serialize(&mut *self.text)
    }

    fn finish(self) -> Compared {
        self.text.pass(self.end)
    }
}

const ARRAY: [&[u8]; 2] = [b"[", b"]"];
const OBJECT: [&[u8]; 2] = [b"{", b"}"];

macro_rules! numbers {
    ($($method:ident $type:ty),+) => {
        $(fn $method(self, value: $type) -> Compared { self.number(u64::from(value)) })+
    };
}

macro_rules! signed_numbers {
    ($($method:ident $type:ty),+) => {
        $(fn $method(self, value: $type) -> Compared {
            if value < 0 { self.pass(b"-")?; }
            self.number(u64::from(value.unsigned_abs()))
        })+
    };
}

impl<'t, 'a> Serializer for &'t mut Text<'a> {
    type Ok = ();
    type Error = Unlike;
    type SerializeSeq = Items<'t, 'a>;
    type SerializeTuple = Items<'t, 'a>;
    type SerializeTupleStruct = Items<'t, 'a>;
    type SerializeMap = Items<'t, 'a>;
    type SerializeStruct = Items<'t, 'a>;
    type SerializeTupleVariant = Impossible<(), Unlike>;
    type SerializeStructVariant = Impossible<(), Unlike>;

    numbers! { serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64 }
    signed_numbers! { serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64 }

    fn serialize_bool(self, value: bool) -> Compared {
        self.pass(if value { b"true" } else { b"false" })
    }

    fn serialize_str(self, value: &str) -> Compared {
        self.string(value)
    }

    fn serialize_none(self) -> Compared {
        self.pass(b"null")
    }

    fn serialize_unit(self) -> Compared {
        self.pass(b"null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Compared {
        self.pass(b"null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Compared {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Compared {
        self.quoted(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Compared {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Compared {
        self.pass(b"{")?;
        self.quoted(name)?;
        self.pass(b":")?;
        value.serialize(&mut *self)?;
        self.pass(b"}")
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'t, 'a>, Unlike> {
        Items::of(self, ARRAY)
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'t, 'a>, Unlike> {
        Items::of(self, ARRAY)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'t, 'a>, Unlike> {
        Items::of(self, ARRAY)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Items<'t, 'a>, Unlike> {
        Items::of(self, OBJECT)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Items<'t, 'a>, Unlike> {
        Items::of(self, OBJECT)
    }

    fn serialize_f32(self, _: f32) -> Compared {
        Err(Unlike)
    }

    fn serialize_f64(self, _: f64) -> Compared {
        Err(Unlike)
    }

    fn serialize_char(self, _: char) -> Compared {
        Err(Unlike)
    }

    fn serialize_bytes(self, _: &[u8]) -> Compared {
        Err(Unlike)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), Unlike>, Unlike> {
        Err(Unlike)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), Unlike>, Unlike> {
        Err(Unlike)
    }
}

macro_rules! arrays {
    ($($trait:ident $method:ident),+) => {
        $(impl ser::$trait for Items<'_, '_> {
            type Ok = ();
            type Error = Unlike;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Compared {
                self.item(value)
            }

            fn end(self) -> Compared {
                self.finish()
            }
        })+
    };
}

arrays! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field
}

impl ser::SerializeMap for Items<'_, '_> {
    type Ok = ();
    type Error = Unlike;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Compared {
        self.item(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Compared {
        self.text.pass(b":")?;
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Compared {
        self.finish()
    }
}

impl ser::SerializeStruct for Items<'_, '_> {
    type Ok = ();
    type Error = Unlike;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Compared {
        self.comma()?;
        self.text.quoted(name)?;
        self.text.pass(b":")?;
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Compared {
        self.finish()
    }
}

#[cfg(test)]
mod tests;

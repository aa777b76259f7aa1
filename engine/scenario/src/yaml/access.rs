//! Serde access to lists and maps.

use serde::Deserializer;
use serde::de::{self, DeserializeSeed, Visitor};

use super::Node;
use super::de::{DeError, NodeDeserializer};

/// The items of a list, one after another.
pub(super) struct Items<'de> {
    items: std::slice::Iter<'de, Node>,
}

impl<'de> Items<'de> {
    pub(super) fn new(items: &'de [Node]) -> Self {
        Self { items: items.iter() }
    }
}

impl<'de> de::SeqAccess<'de> for Items<'de> {
    type Error = DeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeError> {
        let Some(node) = self.items.next() else { return Ok(None) };
        let place = NodeDeserializer { node };
        place.located(seed.deserialize(place)).map(Some)
    }
}

/// The entries of a map, a key and then its value.
pub(super) struct Entries<'de> {
    entries: std::slice::Iter<'de, (Node, Node)>,
    value: Option<&'de Node>,
}

impl<'de> Entries<'de> {
    pub(super) fn new(entries: &'de [(Node, Node)]) -> Self {
        Self { entries: entries.iter(), value: None }
    }
}

/// Keys are always read as text, even those that look like another type, such as `on: ..`.
struct KeyDeserializer<'de>(NodeDeserializer<'de>);

impl<'de> Deserializer<'de> for KeyDeserializer<'de> {
    type Error = DeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.0.deserialize_identifier(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> de::MapAccess<'de> for Entries<'de> {
    type Error = DeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DeError> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        let place = NodeDeserializer { node: key };
        place.located(seed.deserialize(KeyDeserializer(place))).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeError> {
        let node = self.value.take().ok_or_else(|| de::Error::custom("a value without a key"))?;
        let place = NodeDeserializer { node };
        place.located(seed.deserialize(place))
    }
}

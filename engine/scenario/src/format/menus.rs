//! The expected menus: for each menu the ids of its items, in order; a disabled item with the reason.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use super::read::{DISABLED_REASON, ITEM, Known, MENU};

/// Menus by name. Those that are not mentioned may show anything.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MenusPattern(pub BTreeMap<String, Vec<Value>>);

impl MenusPattern {
    /// The pattern as it is written.
    pub(crate) fn to_value(&self) -> Value {
        json!(self.0)
    }
}

impl<'de> Deserialize<'de> for MenusPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = MenusPattern;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map such as {profile: [edit_profile, log_out]}")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MenusPattern, A::Error> {
                let mut menus = BTreeMap::new();
                while let Some(Known(menu)) = map.next_key::<Known<MENU>>()? {
                    let items: Vec<ItemPattern> = map.next_value()?;
                    menus.insert(menu, items.into_iter().map(|item| item.0).collect());
                }
                Ok(MenusPattern(menus))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// An item: its id, or `{id: reason}` for a disabled one.
struct ItemPattern(Value);

impl<'de> Deserialize<'de> for ItemPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entry;
        impl<'de> Visitor<'de> for Entry {
            type Value = ItemPattern;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an item's id, or a map such as {topology: service_missing}")
            }
            fn visit_str<E: serde::de::Error>(self, id: &str) -> Result<ItemPattern, E> {
                let word: serde::de::value::StrDeserializer<'_, E> =
                    serde::de::IntoDeserializer::into_deserializer(id);
                Known::<ITEM>::deserialize(word).map(|Known(id)| ItemPattern(json!(id)))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ItemPattern, A::Error> {
                let Some(Known(id)) = map.next_key::<Known<ITEM>>()? else {
                    return Err(A::Error::custom("expected an item and what it lacks"));
                };
                let Known(lack) = map.next_value::<Known<DISABLED_REASON>>()?;
                Ok(ItemPattern(json!({id: lack})))
            }
        }
        deserializer.deserialize_any(Entry)
    }
}

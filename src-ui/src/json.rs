//! Reads a reply out of parsed JSON. `serde_json` would read each type straight from the text; its
//! code is then there once for each type, and much of it for shapes no reply has (records as lists,
//! names as bytes): the packaged page had 2.59 MB with it, and has 2.21. This reads the shapes
//! `contract` writes, and no others. Called by `ipc` for replies, and by what keeps texts in the
//! preferences. Deliberately absent: writing, which is `serde_json`'s.

use std::cell::Cell;
use std::fmt::{self, Display};

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde_json::Value;
use serde_json::map::{IterMut, Map};

/// Enums whose variant is named in a field beside the variant's own.
const TAGS: [(&str, &str); 4] =
    [("Connection", "state"), ("Entry", "entry"), ("Reason", "code"), ("ReviewState", "state")];

/// What JSON text says, as a type of the contract's.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, Problem> {
    take(&mut parse(text)?)
}

/// JSON text, parsed.
pub fn parse(text: &[u8]) -> Result<Value, Problem> {
    FIELD.set("");
    serde_json::from_slice(text).map_err(|_| Problem)
}

/// What parsed JSON says, as a type of the contract's. It is taken out of there.
pub fn take<T: DeserializeOwned>(value: &mut Value) -> Result<T, Problem> {
    T::deserialize(Reader(value))
}

/// A variant without fields, by its name.
pub fn named<T: DeserializeOwned>(name: &str) -> Result<T, Problem> {
    take(&mut Value::from(name))
}

thread_local! {
    /// The field that was read last.
    static FIELD: Cell<&'static str> = const { Cell::new("") };
}

/// That a reply could not be read; for the log it tells the field that was being read last. It holds
/// nothing itself: every field of every type may meet it, and would pass on what it holds.
#[derive(Debug)]
pub struct Problem;

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at \"{}\"", FIELD.get())
    }
}

impl std::error::Error for Problem {}

impl de::Error for Problem {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// A value that is about to be read. What it holds is taken out of it.
struct Reader<'a>(&'a mut Value);

impl<'a> Reader<'a> {
    fn fields(self) -> Result<&'a mut Map<String, Value>, Problem> {
        self.0.as_object_mut().ok_or(Problem)
    }

    /// The name of a variant and what it holds, in the three ways they are written: the name alone,
    /// the name as the key of the value, or the name in a field beside those of the variant.
    fn variant(self, type_name: &str) -> Variant<'a> {
        let tag = TAGS.iter().find(|(tagged, _)| *tagged == type_name).map(|(_, tag)| *tag);
        let name = match (&mut *self.0, tag) {
            (Value::Object(fields), Some(tag)) => fields.get_mut(tag).map(Value::take),
            (Value::Object(fields), None) => fields.keys().next().map(|name| name.as_str().into()),
            (name, _) => Some(name.take()),
        };
        let value = match (self.0, tag) {
            (Value::Object(fields), None) => fields.values_mut().next(),
            (value, _) => Some(value),
        };
        Variant { name: name.unwrap_or_default(), value }
    }
}

/// A variant that is about to be read.
struct Variant<'a> {
    name: Value,
    value: Option<&'a mut Value>,
}

/// A record, handed over as the values of its fields in the order of the type: the type then needs
/// no code that finds a field by its name. A field that is not there counts as left out.
struct RecordFields<'a> {
    values: &'a mut Map<String, Value>,
    names: std::slice::Iter<'static, &'static str>,
}

impl<'a> RecordFields<'a> {
    fn next(&mut self) -> Option<&mut Value> {
        let name = self.names.next()?;
        FIELD.set(name);
        self.values.get_mut(*name)
    }
}

impl<'de> SeqAccess<'de> for RecordFields<'_> {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Problem> {
        match self.next() {
            Some(value) => seed.deserialize(Reader(value)).map(Some),
            None => Ok(None),
        }
    }
}

/// A list, handed over.
struct Elements<'a>(std::slice::IterMut<'a, Value>);

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Problem> {
        match self.0.next() {
            Some(value) => seed.deserialize(Reader(value)).map(Some),
            None => Ok(None),
        }
    }
}

/// Values by names that no type knows, handed over.
struct Entries<'a> {
    entries: IterMut<'a>,
    value: Option<&'a mut Value>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Problem;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Problem> {
        let Some((name, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(Reader(&mut Value::from(name.as_str()))).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Problem> {
        seed.deserialize(Reader(self.value.take().ok_or(Problem)?))
    }
}

/// Reads one kind of value by one method of the visitor; all else is a problem.
macro_rules! read_as {
    ($($method:ident: $pattern:pat => $visit:ident($value:expr);)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
            match self.0 {
                $pattern => visitor.$visit($value),
                _ => Err(Problem),
            }
        }
    )*};
}

/// Reads whole numbers as the visitor's type checks them.
macro_rules! read_whole {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
            visitor.visit_i64(self.0.as_i64().ok_or(Problem)?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Problem;

    read_as! {
        deserialize_bool: Value::Bool(is) => visit_bool(*is);
        deserialize_str: Value::String(text) => visit_str(text);
        deserialize_string: Value::String(text) => visit_string(std::mem::take(text));
        deserialize_identifier: Value::String(name) => visit_str(name);
        deserialize_seq: Value::Array(list) => visit_seq(Elements(list.iter_mut()));
    }

    read_whole! { deserialize_i64 deserialize_u64 deserialize_u32 deserialize_u16 }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_map(Entries { entries: self.fields()?.iter_mut(), value: None })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_seq(RecordFields { values: self.fields()?, names: names.iter() })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        type_name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_enum(self.variant(type_name))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_unit()
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(is) => visitor.visit_bool(*is),
            Value::String(text) => visitor.visit_string(std::mem::take(text)),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
            Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(number), _) => visitor.visit_i64(number),
                (None, Some(number)) => visitor.visit_f64(number),
                (None, None) => visitor.visit_unit(),
            },
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct
    }
}

impl<'de, 'a> EnumAccess<'de> for Variant<'a> {
    type Error = Problem;
    type Variant = Reader<'a>;

    fn variant_seed<T: DeserializeSeed<'de>>(
        mut self,
        seed: T,
    ) -> Result<(T::Value, Reader<'a>), Problem> {
        let value = self.value.ok_or(Problem)?;
        Ok((seed.deserialize(Reader(&mut self.name))?, Reader(value)))
    }
}

impl<'de> VariantAccess<'de> for Reader<'_> {
    type Error = Problem;

    fn unit_variant(self) -> Result<(), Problem> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Problem> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        self.deserialize_struct("", names, visitor)
    }
}

#[cfg(test)]
mod tests;

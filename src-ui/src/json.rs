//! Reads a reply out of parsed JSON. `serde_json` would read each type straight from the text; its
//! code is then there once for each type, and much of it for shapes no reply has (records as lists,
//! names as bytes). This reads the shapes `contract` writes, and no others. Called by `ipc` for
//! replies, and by what keeps texts in the preferences. Deliberately absent: writing, which is
//! `serde_json`'s.

use std::fmt::{self, Display};

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, IntoDeserializer,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::{Map, Value};

/// Enums whose variant is named in a field beside the variant's own.
const TAGS: [(&str, &str); 4] =
    [("Connection", "state"), ("Entry", "entry"), ("Reason", "code"), ("ReviewState", "state")];

/// What JSON text says, as a type of the contract's.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, Problem> {
    let value = serde_json::from_slice(text).map_err(de::Error::custom)?;
    T::deserialize(Reader(value))
}

/// A variant without fields, by its name.
pub fn named<T: DeserializeOwned>(name: &str) -> Result<T, Problem> {
    T::deserialize(Reader(Value::String(name.to_owned())))
}

/// Why a reply could not be read, for the log.
#[derive(Debug)]
pub struct Problem(String);

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}

impl de::Error for Problem {
    fn custom<T: Display>(problem: T) -> Self {
        Self(problem.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self(format!("expected {expected}"))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self(format!("expected {expected}"))
    }
}

impl Problem {
    fn unexpected(value: &Value) -> Self {
        Self(format!("unexpected {value}"))
    }
}

/// A value that is about to be read.
struct Reader(Value);

impl Reader {
    fn fields(self) -> Result<Map<String, Value>, Problem> {
        match self.0 {
            Value::Object(fields) => Ok(fields),
            other => Err(Problem::unexpected(&other)),
        }
    }

    /// The name of a variant and what it holds, in the three ways they are written: the name alone,
    /// the name as the key of the value, or the name in a field beside those of the variant.
    fn variant(mut self, type_name: &str) -> Variant {
        let tag = TAGS.iter().find(|(tagged, _)| *tagged == type_name).map(|(_, tag)| *tag);
        match (&mut self.0, tag) {
            (Value::Object(fields), Some(tag)) => {
                Variant { name: fields.remove(tag).unwrap_or_default(), value: self.0 }
            }
            (Value::Object(fields), None) => {
                let (name, value) = std::mem::take(fields).into_iter().next().unwrap_or_default();
                Variant { name: Value::String(name), value }
            }
            _ => Variant { name: self.0, value: Value::Null },
        }
    }
}

/// A variant that is about to be read.
struct Variant {
    name: Value,
    value: Value,
}

/// A record, handed over as the values of its fields in the order of the type: the type then needs
/// no code that finds a field by its name. A field that is not there counts as left out.
struct Fields {
    values: Map<String, Value>,
    names: std::slice::Iter<'static, &'static str>,
}

impl Fields {
    fn next(&mut self) -> Option<Value> {
        self.values.remove(*self.names.next()?)
    }
}

impl<'de> SeqAccess<'de> for Fields {
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

impl IntoDeserializer<'_, Problem> for Reader {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Reads one kind of value by one method of the visitor; all else is a problem.
macro_rules! read_as {
    ($($method:ident: $pattern:pat => $visit:ident($value:expr);)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
            match self.0 {
                $pattern => visitor.$visit($value),
                other => Err(Problem::unexpected(&other)),
            }
        }
    )*};
}

/// Reads whole numbers as the visitor's type checks them.
macro_rules! read_whole {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
            match self.0.as_i64() {
                Some(number) => visitor.visit_i64(number),
                None => Err(Problem::unexpected(&self.0)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Problem;

    read_as! {
        deserialize_bool: Value::Bool(is) => visit_bool(is);
        deserialize_str: Value::String(text) => visit_string(text);
        deserialize_string: Value::String(text) => visit_string(text);
        deserialize_identifier: Value::String(name) => visit_str(&name);
        deserialize_seq: Value::Array(list) => visit_seq(SeqDeserializer::new(list.into_iter().map(Reader)));
    }

    read_whole! { deserialize_i64 deserialize_u64 deserialize_u32 deserialize_u16 }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        let named = |(name, value)| (Self(Value::String(name)), Self(value));
        visitor.visit_map(MapDeserializer::new(self.fields()?.into_iter().map(named)))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_seq(Fields { values: self.fields()?, names: names.iter() })
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
            Value::Bool(is) => visitor.visit_bool(is),
            Value::String(text) => visitor.visit_string(text),
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

impl<'de> EnumAccess<'de> for Variant {
    type Error = Problem;
    type Variant = Reader;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Reader), Problem> {
        Ok((seed.deserialize(Reader(self.name))?, Reader(self.value)))
    }
}

impl<'de> VariantAccess<'de> for Reader {
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

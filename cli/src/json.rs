//! JSON on one line, as serde_json writes it. Text, which is most of what is written, is copied in pieces and not character by
//! character.

use serde::Serialize;
use serde::ser::{self, Serializer};
use serde_json::Error;

use crate::bytes::all;

/// Writes a value on one line.
///
/// # Errors
///
/// Where a key of a map is no text.
pub fn write(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) -> Result<(), Error> {
    value.serialize(Json(out, false))
}

/// The same of a value that is text, numbers and lists of them, which cannot fail.
pub fn json(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    _ = write(value, out);
}

/// Writes a text in quotes.
pub fn text(text: &str, out: &mut Vec<u8>) {
    let plain = |byte: u8| (byte >= b' ') & (byte != b'"') & (byte != b'\\');
    if all(text.as_bytes(), plain) {
        out.reserve(text.len() + 2);
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else {
        // Neither a text nor a vector can fail.
        _ = serde_json::to_writer(out, text);
    }
}

/// JSON that was written before, for [`write`](fn@write) alone.
pub struct Written(String);

impl Written {
    /// Writes a value.
    ///
    /// # Errors
    ///
    /// Those of [`write`](fn@write).
    pub fn new(value: &impl Serialize) -> Result<Self, Error> {
        serde_json::to_string(value).map(Self)
    }

    /// The name by which the serializer knows it.
    const NAME: &str = "uri_lineage::json::Written";
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(Self::NAME, &self.0)
    }
}

/// Where a value goes, and whether a text is copied as JSON.
struct Json<'o>(&'o mut Vec<u8>, bool);

impl Json<'_> {
    /// What is written seldom.
    fn rare(self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        serde_json::to_writer(self.0, value)
    }
}

impl<'o> Json<'o> {
    /// Begins what has members.
    fn open(self, begin: &str, end: &'static str) -> Members<'o> {
        self.0.extend_from_slice(begin.as_bytes());
        Members { out: self.0, any: false, end }
    }

    /// The member that names a variant.
    fn variant(self, name: &str, begin: &str, end: &'static str) -> Members<'o> {
        self.0.push(b'{');
        text(name, self.0);
        self.0.push(b':');
        self.open(begin, end)
    }
}

macro_rules! rare {
    ($($method:ident: $type:ty;)*) => {$(
        fn $method(self, value: $type) -> Result<(), Error> {
            self.rare(&value)
        }
    )*};
}

macro_rules! whole {
    ($($method:ident: $type:ty;)*) => {$(
        fn $method(self, number: $type) -> Result<(), Error> {
            self.0.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
            Ok(())
        }
    )*};
}

impl<'o> Serializer for Json<'o> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Members<'o>;
    type SerializeTuple = Members<'o>;
    type SerializeTupleStruct = Members<'o>;
    type SerializeTupleVariant = Members<'o>;
    type SerializeMap = Members<'o>;
    type SerializeStruct = Members<'o>;
    type SerializeStructVariant = Members<'o>;

    whole! {
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
    }

    rare! {
        serialize_f32: f32;
        serialize_f64: f64;
        serialize_char: char;
        serialize_bytes: &[u8];
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.0.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        match self {
            Json(out, true) => out.extend_from_slice(value.as_bytes()),
            Json(out, false) => text(value, out),
        }
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.0.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(Json(self.0, name == Written::NAME))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let members = self.variant(variant, "", "}");
        value.serialize(Json(&mut *members.out, false))?;
        members.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Members<'o>, Error> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Members<'o>, Error> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Members<'o>, Error> {
        Ok(self.open("[", "]"))
    }

    fn serialize_tuple_variant(self, _: &str, _: u32, variant: &'static str, _: usize) -> Result<Members<'o>, Error> {
        Ok(self.variant(variant, "[", "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'o>, Error> {
        Ok(self.open("{", "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'o>, Error> {
        Ok(self.open("{", "}"))
    }

    fn serialize_struct_variant(self, _: &str, _: u32, variant: &'static str, _: usize) -> Result<Members<'o>, Error> {
        Ok(self.variant(variant, "{", "}}"))
    }
}

/// Members of an array or an object, with commas between them.
struct Members<'o> {
    out: &'o mut Vec<u8>,
    any: bool,
    end: &'static str,
}

impl Members<'_> {
    fn add(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        if std::mem::replace(&mut self.any, true) {
            self.out.push(b',');
        }
        value.serialize(Json(self.out, false))
    }

    fn value(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.out.push(b':');
        value.serialize(Json(self.out, false))
    }

    fn close(self) -> Result<(), Error> {
        self.out.extend_from_slice(self.end.as_bytes());
        Ok(())
    }
}

impl ser::SerializeMap for Members<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let begin = self.out.len() + usize::from(self.any);
        self.add(key)?;
        match self.out.get(begin) {
            Some(b'"') => Ok(()),
            _ => Err(ser::Error::custom("a key must be a text")),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.value(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

macro_rules! members {
    ($($of:ident $method:ident)*) => {$(
        impl ser::$of for Members<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.add(value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )*};
}

members! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

macro_rules! fields {
    ($($of:ident)*) => {$(
        impl ser::$of for Members<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
                self.add(name)?;
                self.value(value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        }
    )*};
}

fields! { SerializeStruct SerializeStructVariant }

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// All that a value can be made of.
    #[derive(Serialize)]
    enum Any {
        Unit,
        New(Option<char>),
        Tuple(u8, i64),
        Struct { text: String, none: Option<f64> },
    }

    #[derive(Serialize)]
    struct Whole<'w> {
        all: Vec<Any>,
        #[serde(flatten)]
        map: BTreeMap<&'w str, (bool, f64)>,
        unit: (),
        empty: [u8; 0],
    }

    #[test]
    fn it_writes_what_serde_json_writes() {
        let texts = (0..=0x2100).filter_map(char::from_u32).map(|c| format!("{}{c}", "x".repeat(c as usize % 70)));
        let mut all = vec![Any::Unit, Any::New(Some('"')), Any::New(None), Any::Tuple(7, -7)];
        all.extend(texts.map(|text| Any::Struct { text, none: None }));
        let whole =
            Whole { all, map: BTreeMap::from([("a\n", (true, 0.1)), ("", (false, 1e99))]), unit: (), empty: [] };
        let mut out = Vec::new();
        write(&whole, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(&whole).unwrap());
    }

    #[test]
    fn what_was_written_stands_as_it_is() {
        let mut out = Vec::new();
        write(&[Written::new(&["a"]).unwrap(), Written::new(&1).unwrap()], &mut out).unwrap();
        assert_eq!(out, br#"[["a"],1]"#);
    }
}

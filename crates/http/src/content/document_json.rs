//! Documents between JSON and their untyped form.

use domain::content::document_value::DocumentValue;
use serde_json::{Map, Number, Value};

/// Writes a document; a whole number has no fraction.
pub(crate) fn to_json(value: &DocumentValue) -> Value {
    match value {
        DocumentValue::Null => Value::Null,
        DocumentValue::Flag(flag) => (*flag).into(),
        DocumentValue::Number(number) => number.to_string().parse::<Number>().map_or(Value::Null, Value::Number),
        DocumentValue::Text(text) => text.as_str().into(),
        DocumentValue::List(items) => Value::Array(items.iter().map(to_json).collect()),
        DocumentValue::Map(fields) => Value::Object(fields.iter().map(|(name, field)| (name.clone(), to_json(field))).collect()),
    }
}

/// Reads a document.
pub(crate) fn from_json(json: &Value) -> DocumentValue {
    match json {
        Value::Null => DocumentValue::Null,
        Value::Bool(flag) => DocumentValue::Flag(*flag),
        Value::Number(number) => number.as_f64().map_or(DocumentValue::Null, DocumentValue::Number),
        Value::String(text) => DocumentValue::Text(text.clone()),
        Value::Array(items) => DocumentValue::List(items.iter().map(from_json).collect()),
        Value::Object(fields) => from_object(fields),
    }
}

/// Reads a document that is an object.
pub(crate) fn from_object(fields: &Map<String, Value>) -> DocumentValue {
    DocumentValue::Map(fields.iter().map(|(name, field)| (name.clone(), from_json(field))).collect())
}

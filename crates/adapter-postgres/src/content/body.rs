//! The untyped form of a document as `jsonb`.

use domain::content::document_value::DocumentValue;
use domain::shared::text::turns_direction;
use serde_json::Value;

pub(super) fn json_of(value: &DocumentValue) -> Value {
    match value {
        DocumentValue::Null => Value::Null,
        DocumentValue::Flag(flag) => Value::Bool(*flag),
        // A whole number is written without a fraction.
        DocumentValue::Number(number) => serde_json::from_str(&number.to_string()).unwrap_or_default(),
        DocumentValue::Text(text) => Value::String(text.clone()),
        DocumentValue::List(items) => items.iter().map(json_of).collect(),
        DocumentValue::Map(fields) => fields.iter().map(|(name, value)| (name.clone(), json_of(value))).collect(),
    }
}

pub(super) fn value_of(json: Value) -> DocumentValue {
    match json {
        Value::Null => DocumentValue::Null,
        Value::Bool(flag) => flag.into(),
        Value::Number(number) => number.as_f64().map_or(DocumentValue::Null, DocumentValue::Number),
        // Former releases took marks that turn the direction; a text of one line is not read with them.
        Value::String(text) => text.replace(turns_direction, "").into(),
        Value::Array(items) => DocumentValue::List(items.into_iter().map(value_of).collect()),
        Value::Object(fields) => DocumentValue::Map(fields.into_iter().map(|(name, value)| (name, value_of(value))).collect()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_survives_its_json() {
        let json = json!({"a": [1, 2.5, -3, null, true], "b": {"c": "é"}});
        assert_eq!(json_of(&value_of(json.clone())), json);
    }
}

use super::*;

/// A stored form; `written` is absent where it is written as it was stored.
#[derive(Deserialize)]
struct Form {
    kind: String,
    stored: Value,
    written: Option<Value>,
}

#[test]
fn every_form_of_a_mail_is_read_and_written() {
    let forms: Vec<Form> = serde_json::from_str(include_str!("../../../../tests/fixtures/stored/mails.json")).unwrap();
    for Form { kind, stored, written } in forms {
        let message = read(&kind, stored.clone()).unwrap_or_else(|error| panic!("{kind} {stored}: {error}"));
        assert_eq!((message.kind().as_str(), write(&message).unwrap()), (kind.as_str(), written.unwrap_or(stored)));
    }
}

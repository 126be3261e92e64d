//! The OpenAPI document says what the shop does.

use std::collections::BTreeSet;

use domain::catalog::product_code::RESERVED;
use serde_json::{Map, Value};
use shop_http::openapi;

use crate::shop::Shop;
use crate::wire::get;

fn document() -> Value {
    serde_json::to_value(openapi::document()).unwrap()
}

/// Method, path and operation of everything documented.
fn operations(document: &Value) -> Vec<(actix_web::http::Method, String, Map<String, Value>)> {
    let paths = document["paths"].as_object().unwrap();
    let of_path = |path: &String, item: &Value| {
        let operations = item.as_object().unwrap().iter();
        operations.map(|(m, o)| (m.to_uppercase().parse().unwrap(), path.clone(), o.as_object().unwrap().clone())).collect::<Vec<_>>()
    };
    paths.iter().flat_map(|(path, item)| of_path(path, item)).collect()
}

#[test]
fn documents_every_route_and_nothing_else() {
    let documented: BTreeSet<(String, String)> = operations(&document()).into_iter().map(|(m, p, _)| (p, m.to_string())).collect();
    let routes = openapi::routes().routes();
    let served = routes.into_iter().flat_map(|(p, methods)| methods.into_iter().map(move |m| (p.clone(), m.to_string()))).collect();
    assert_eq!(documented, served);
}

#[test]
fn fixed_segments_beside_a_product_id_are_reserved() {
    let routes = openapi::routes().routes();
    let below = routes.iter().filter_map(|(path, _)| path.strip_prefix("/api/products/")?.split('/').next());
    let fixed: BTreeSet<&str> = below.filter(|segment| !segment.starts_with('{')).collect();
    assert!(fixed.contains("search"), "{fixed:?}");
    let free: Vec<_> = fixed.iter().filter(|segment| !RESERVED.contains(segment)).collect();
    assert!(free.is_empty(), "a product may have these ids: {free:?}");
}

/// The refusals an operation has to document besides those of its rules, which all operations have.
fn refusals(path: &str, operation: &Map<String, Value>) -> BTreeSet<&'static str> {
    let mut refusals = BTreeSet::new();
    if operation.contains_key("requestBody") {
        refusals.extend(["400", "408", "413", "415"]);
        // The fields of a form are covered by its signature: a wrong one is 400.
        if operation["requestBody"]["content"].get("application/x-www-form-urlencoded").is_none() {
            refusals.insert("422");
        }
    }
    if path.contains('{') && !path.contains("{text}") {
        refusals.insert("404");
    }
    let parameters = operation.get("parameters").and_then(Value::as_array).cloned().unwrap_or_default();
    if parameters.iter().any(|p| p["in"] == "query") {
        refusals.insert("422");
    }
    refusals
}

#[test]
fn every_operation_documents_its_refusals() {
    for (method, path, operation) in operations(&document()) {
        let responses = operation["responses"].as_object().unwrap();
        for status in refusals(&path, &operation) {
            let response = responses.get(status).unwrap_or_else(|| panic!("{method} {path} does not document {status}"));
            assert_eq!(response["content"]["application/problem+json"]["schema"]["$ref"], "#/components/schemas/Problem");
        }
        // Pictures, style sheets, sheets, and the empty answer to a notification of the gateway.
        let of_json = !path.starts_with("/images/")
            && !path.starts_with("/theme/")
            && !path.contains("/attachments/")
            && !["/api/products/export", "/api/payments/payhere/notify"].contains(&path.as_str());
        let good = responses.iter().filter(|(status, _)| status.starts_with('2') && *status != "204" && of_json);
        for (status, response) in good {
            let lines = &response["content"]["application/x-ndjson"]["schema"];
            assert!(
                lines.is_object() || response["content"]["application/json"]["schema"].is_object(),
                "{method} {path} {status} has no schema"
            );
        }
    }
}

/// Lists are bare arrays: a cursor and a total are headers (contract, Lists).
#[test]
fn no_answer_is_a_list_wrapped_in_an_object() {
    let document = document();
    for (method, path, operation) in operations(&document) {
        let answers = operation["responses"].as_object().unwrap().values();
        for schema in answers.filter_map(|answer| answer.pointer("/content/application~1json/schema/$ref")?.as_str()) {
            let fields = document.pointer(&schema[1..]).and_then(|schema| schema["properties"].as_object());
            let is_wrapped = fields.is_some_and(|fields| fields.len() == 1 && fields.contains_key("items"));
            assert!(!is_wrapped, "{method} {path} wraps its list: {schema}");
        }
    }
}

#[test]
fn operations_have_names_of_their_own() {
    let document = document();
    let operations = operations(&document);
    let ids: BTreeSet<&str> = operations.iter().map(|(_, _, o)| o["operationId"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), operations.len());
    assert!(operations.iter().all(|(_, _, o)| o["tags"].as_array().is_some_and(|t| t.len() == 1)));
}

/// Every schema that requests may hold: parameters, bodies and what these refer to.
fn request_schemas(document: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (method, path, operation) in operations(document) {
        for parameter in operation.get("parameters").and_then(Value::as_array).into_iter().flatten() {
            found.push((format!("{method} {path} {}", parameter["name"]), parameter["schema"].clone()));
        }
        let content = operation.get("requestBody").and_then(|body| body["content"].as_object()).cloned().unwrap_or_default();
        found.extend(content.into_iter().map(|(kind, content)| (format!("{method} {path} {kind}"), content["schema"].clone())));
    }
    found
}

/// Calls `check` with every schema of a text or a number in a schema.
fn visit(document: &Value, name: &str, schema: &Value, check: &mut impl FnMut(&str, &Value)) {
    if let Some(reference) = schema["$ref"].as_str() {
        return visit(document, name, document.pointer(reference.trim_start_matches('#')).unwrap(), check);
    }
    for part in ["oneOf", "anyOf", "allOf"] {
        schema[part].as_array().into_iter().flatten().for_each(|one| visit(document, name, one, check));
    }
    for (field, one) in schema["properties"].as_object().into_iter().flatten() {
        visit(document, &format!("{name} {field}"), one, check);
    }
    if schema["items"].is_object() {
        visit(document, &format!("{name}[]"), &schema["items"], check);
    }
    check(name, schema);
}

#[test]
fn numbers_and_lists_in_requests_have_bounds() {
    let document = document();
    let is =
        |schema: &Value, kind: &str| schema["type"] == kind || schema["type"].as_array().is_some_and(|kinds| kinds.contains(&kind.into()));
    for (name, schema) in request_schemas(&document) {
        visit(&document, &name, &schema, &mut |name, schema| {
            let counted = name.ends_with(" version") || schema["enum"].is_array();
            let number = is(schema, "integer") || is(schema, "number");
            assert!(!number || counted || (schema["minimum"].is_number() && schema["maximum"].is_number()), "{name}: {schema}");
            assert!(!is(schema, "array") || schema["maxItems"].is_number(), "{name}: {schema}");
        });
    }
}

fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            found.extend(members.get("$ref").and_then(Value::as_str).map(ToOwned::to_owned));
            members.values().for_each(|v| references(v, found));
        }
        Value::Array(items) => items.iter().for_each(|v| references(v, found)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document();
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for reference in &found {
        let name = reference.strip_prefix("#/components/schemas/").unwrap();
        assert!(schemas.contains_key(name), "{reference} leads nowhere");
    }
    for name in schemas.keys() {
        assert!(found.contains(&format!("#/components/schemas/{name}")), "{name} is never used");
    }
}

#[actix_web::test]
async fn the_document_is_served() {
    let shop = Shop::new().open().await;
    let answer = shop.answer(get("/api/openapi.json")).await;
    assert_eq!((answer.status, answer.json()), (200, document()));
    let again = get("/api/openapi.json").insert_header(("If-None-Match", answer.header("etag")));
    assert_eq!(shop.answer(again).await.status, 304);
}

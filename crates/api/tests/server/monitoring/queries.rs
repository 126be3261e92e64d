//! The queries of the alerts and of the dashboard: their selectors and the labels that they group by.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// Words of the language that are neither metrics nor followed by a list of labels.
const OPERATORS: [&str; 6] = ["and", "or", "unless", "bool", "offset", "atan2"];
/// Words that are followed by a list of labels.
const GROUPING: [&str; 6] = ["by", "without", "on", "ignoring", "group_left", "group_right"];

/// A query, and where it is.
#[derive(Debug)]
pub(super) struct Query {
    pub(super) of: String,
    pub(super) text: String,
}

/// A metric with the conditions on its labels.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Selector {
    pub(super) metric: String,
    /// Label, operator and value.
    pub(super) conditions: Vec<(String, String, String)>,
}

pub(super) fn deploy_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/deploy")
}

/// The queries of the alerts: the value of each `expr`, on its line or folded into those below it.
pub(super) fn of_the_alerts() -> Vec<Query> {
    let text = std::fs::read_to_string(deploy_folder().join("alerts.yml")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut queries = Vec::new();
    let mut alert = "";
    for (number, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        if let Some(name) = line.trim_start().strip_prefix("- alert: ") {
            alert = name;
        } else if let Some(value) = line.trim_start().strip_prefix("expr: ") {
            let folded = lines[number + 1..].iter().take_while(|below| below.len() - below.trim_start().len() > indent);
            let folded: Vec<&str> = folded.map(|below| below.trim()).collect();
            let text = if value == ">-" { folded.join(" ") } else { value.to_owned() };
            queries.push(Query { of: format!("alert {alert}"), text });
        }
    }
    queries
}

/// The queries of the dashboard, with its variable for all instances.
pub(super) fn of_the_dashboard() -> Vec<Query> {
    let dashboard: Value = serde_json::from_str(&std::fs::read_to_string(deploy_folder().join("grafana.json")).unwrap()).unwrap();
    let mut queries = Vec::new();
    for panel in dashboard["panels"].as_array().unwrap() {
        for target in panel["targets"].as_array().into_iter().flatten() {
            let text = target["expr"].as_str().unwrap().replace("$instance", ".*");
            queries.push(Query { of: format!("panel {}", panel["title"]), text });
        }
    }
    queries
}

/// The selectors of a query, and the labels that it groups by.
pub(super) fn parse(query: &str) -> (Vec<Selector>, Vec<String>) {
    let (mut selectors, mut labels) = (Vec::new(), Vec::new());
    let mut rest = query;
    while let Some(first) = rest.chars().next() {
        if first == '[' {
            rest = rest.split_once(']').expect("the end of a range").1;
        } else if first == '"' {
            rest = &rest[quoted(rest).len()..];
        } else if first.is_ascii_digit() {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.');
        } else if first.is_ascii_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
            let word = &rest[..end];
            rest = rest[end..].trim_start();
            if GROUPING.contains(&word) {
                let (list, behind) = rest.strip_prefix('(').and_then(|list| list.split_once(')')).expect("a list of labels");
                labels.extend(list.split(',').map(|label| label.trim().to_owned()).filter(|label| !label.is_empty()));
                rest = behind;
            } else if !rest.starts_with('(') && !rest.starts_with("by ") && !rest.starts_with("without ") && !OPERATORS.contains(&word) {
                // Functions and aggregations are not metrics.
                let (conditions, length) = rest.strip_prefix('{').map(conditions).unwrap_or_default();
                rest = &rest[length..];
                selectors.push(Selector { metric: word.to_owned(), conditions });
            }
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    (selectors, labels)
}

/// The quoted text at the beginning.
fn quoted(text: &str) -> &str {
    let end = text[1..].find('"').expect("the end of a text") + 2;
    &text[..end]
}

/// The conditions behind an opened brace, and the length of the text with its braces.
fn conditions(text: &str) -> (Vec<(String, String, String)>, usize) {
    let (mut list, mut rest) = (Vec::new(), text);
    loop {
        rest = rest.trim_start_matches([',', ' ']);
        if let Some(behind) = rest.strip_prefix('}') {
            return (list, 1 + text.len() - behind.len());
        }
        let end = rest.find(['=', '!']).expect("a condition");
        let (label, condition) = rest.split_at(end);
        let operator = &condition[..condition.find('"').expect("a value")];
        let value = quoted(&condition[operator.len()..]);
        rest = &condition[operator.len() + value.len()..];
        let value = value.trim_matches('"').replace("\\\\", "\\");
        list.push((label.trim().to_owned(), operator.trim().to_owned(), value));
    }
}

#[test]
fn a_query_is_its_selectors_and_its_labels() {
    let query = r#"histogram_quantile(0.99, sum by (le, route) (rate(a_bucket{route!~"/x|y{z}",s="5"}[5m]))) > 3 * b and on () c{}"#;
    let (selectors, labels) = parse(query);
    let condition = |label: &str, operator: &str, value: &str| (label.to_owned(), operator.to_owned(), value.to_owned());
    let conditions = vec![condition("route", "!~", "/x|y{z}"), condition("s", "=", "5")];
    let plain = |metric: &str| Selector { metric: metric.to_owned(), conditions: Vec::new() };
    assert_eq!(selectors, [Selector { metric: "a_bucket".to_owned(), conditions }, plain("b"), plain("c")]);
    assert_eq!(labels, ["le", "route"]);
}

#[test]
fn every_query_is_read() {
    let text = std::fs::read_to_string(deploy_folder().join("alerts.yml")).unwrap();
    assert_eq!(of_the_alerts().len(), text.matches("- alert:").count());
    for query in of_the_alerts().iter().chain(&of_the_dashboard()) {
        assert!(!parse(&query.text).0.is_empty(), "{query:?}");
    }
}

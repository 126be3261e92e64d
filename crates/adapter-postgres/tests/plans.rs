//! Lists that are read in the order of an index, whatever else the tables hold.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use testkit::postgres::TestDatabase;

#[tokio::test]
async fn the_log_of_one_thing_is_read_from_an_index() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    client.batch_execute("SET enable_seqscan = off; SET enable_sort = off; SET enable_incremental_sort = off").await.unwrap();
    for (asked, condition) in [("entity_id = 'x'", "(entity_id = 'x'"), ("entity = 'user' AND entity_id = 'x'", "(entity_id = 'x'")] {
        let explain = format!("EXPLAIN SELECT * FROM audit_log WHERE {asked} ORDER BY at DESC, id DESC LIMIT 21");
        let plan: Vec<String> = client.query(&explain, &[]).await.unwrap().iter().map(|row| row.get(0)).collect();
        let plan = plan.join("\n");
        assert!(plan.contains(&format!("Index Cond: {condition}")) && !plan.contains("Sort"), "{plan}");
    }
}

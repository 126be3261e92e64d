//! The definitions of a database as text, to compare two of them.

use std::collections::BTreeSet;

use tokio_postgres::Client;

/// Every definition of the schema `public`, one text each. Without the parentheses of constraints: to restore a dump drops those around
/// `BETWEEN` before `AND`.
const DEFINITIONS: &str = "
    SELECT format('relation %s %s %s %s', relname, relkind, relpersistence, reloptions) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'c', 'v', 'S')
    UNION ALL
    SELECT format('column %s.%s at %s: %s, not null %s, default %s, identity <%s>, generated <%s>, collation %s', c.relname, a.attname,
        row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, (SELECT collname FROM pg_collation WHERE oid = a.attcollation))
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'c') AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT format('constraint %s of %s: %s', conname, conrelid::regclass, translate(pg_get_constraintdef(oid), '()', '')) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT format('%s, enabled %s', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT pg_get_statisticsobjdef(oid) FROM pg_statistic_ext";

/// Every definition of a database.
pub(crate) async fn definitions(client: &Client) -> BTreeSet<String> {
    client.query(DEFINITIONS, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

DROP TABLE IF EXISTS bench_drafts;
DROP SEQUENCE IF EXISTS bench_drafts_next;
CREATE SEQUENCE bench_drafts_next;
CREATE UNLOGGED TABLE bench_drafts (n bigint PRIMARY KEY, draft jsonb NOT NULL);

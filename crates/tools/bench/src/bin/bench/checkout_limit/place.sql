SELECT place_order(draft || jsonb_build_object('placed_at', now())) FROM bench_drafts
WHERE n = (SELECT nextval('bench_drafts_next'));

SELECT queue, kind, count(*) AS rows, greatest(extract(epoch FROM now() - min(since)), 0)::bigint AS oldest_seconds
FROM (
    SELECT 'mails' AS queue, CASE WHEN attempts = 0 THEN 'new' ELSE 'failed' END AS kind, queued_at AS since
    FROM mail_outbox WHERE next_attempt_at IS NOT NULL
    UNION ALL
    SELECT 'attempts', state, started_at FROM payment_attempts WHERE check_at IS NOT NULL
    UNION ALL
    SELECT 'refunds', state, at FROM refunds WHERE state IN ('requested', 'sending', 'unknown')
    UNION ALL
    SELECT 'returns', state, requested_at FROM order_returns WHERE state IN ('requested', 'approved')
    UNION ALL
    SELECT 'attention', kind, at FROM attention WHERE closed_at IS NULL
) AS waiting
GROUP BY queue, kind

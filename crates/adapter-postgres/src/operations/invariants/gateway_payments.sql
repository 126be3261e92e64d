SELECT reference || ': ' || count(*) || ' charges' AS detail FROM payment_ledger WHERE kind = 'charge' AND source = 'gateway'
GROUP BY reference HAVING count(*) > 1 ORDER BY reference

SELECT s.kind || ': counts to ' || s.last || ', has ' || count(i.place) || ' up to ' || coalesce(max(i.place), 0) AS detail
FROM invoice_series s LEFT JOIN invoices i USING (kind)
GROUP BY s.kind, s.last HAVING s.last <> count(i.place) OR s.last <> coalesce(max(i.place), 0)
UNION ALL
SELECT c.credits || ': ' || sum(c.total_cents) || ' cents credited of ' || coalesce(i.total_cents, 0) || ', VAT ' || sum(c.vat_cents)
       || ' of ' || coalesce(i.vat_cents, 0)
FROM invoices c LEFT JOIN invoices i ON i.number = c.credits AND i.kind <> 'creditNote'
WHERE c.kind = 'creditNote'
GROUP BY c.credits, i.total_cents, i.vat_cents
HAVING sum(c.total_cents) > coalesce(i.total_cents, -1) OR sum(c.vat_cents) > coalesce(i.vat_cents, -1)
    OR (bool_or(c.reason IN ('cancelled', 'replaced')) AND (sum(c.total_cents), sum(c.vat_cents)) <> (i.total_cents, i.vat_cents))
ORDER BY 1

SELECT 'district ' || district || ' is in ' || count(*) || ' zones' AS detail
FROM shop_settings s, jsonb_array_elements(s.value -> 'zones') zone, jsonb_array_elements_text(zone -> 'districts') district
WHERE s.section = 'delivery' GROUP BY district HAVING count(*) > 1
UNION ALL
SELECT 'method ' || (s.value ->> 'defaultMethod') || ' is the default and not offered' FROM shop_settings s
WHERE s.section = 'delivery' AND NOT coalesce(s.value -> 'methods' ? (s.value ->> 'defaultMethod'), false)

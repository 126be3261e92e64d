WITH pictures AS (
    SELECT images, row_number() OVER (ORDER BY code) - 1 AS place, count(*) OVER () AS many FROM products WHERE code NOT LIKE 'P-%'
)
UPDATE products SET images = pictures.images FROM pictures
WHERE code LIKE 'P-%' AND substr(code, 3)::bigint % pictures.many = pictures.place

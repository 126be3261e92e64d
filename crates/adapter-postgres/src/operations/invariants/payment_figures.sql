SELECT d.id || ': ' || concat_ws(', ', 'charged ' || d.charged, 'returned ' || d.returned, 'credits ' || d.credits, 'owed ' || d.owed) AS detail
FROM different d WHERE d.wrong_figures OR d.wrong_columns
ORDER BY d.id

SELECT subject || ' ' || kind || ': ' || kept || ' counted, ' || there || ' are there' AS detail FROM different ORDER BY subject, kind

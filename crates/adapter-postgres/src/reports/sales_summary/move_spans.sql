UPDATE sales_spans SET since = $1 - make_interval(days => days), until = $1

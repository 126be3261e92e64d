DROP INDEX scarce_products_low_idx;

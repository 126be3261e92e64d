-- Products with a little stock can be listed as the catalogue lists them: newest first.
CREATE INDEX scarce_products_low_idx ON scarce_products (created_at DESC, product_id DESC) WHERE stock > 0;

-- The audit log, and the figures of the dashboard and of the heads of lists. The figures are kept beside the tables that they are
-- counted from, so that reading them costs the same in a shop of any size; `api doctor` counts all of them again.

-- Changes by administrators and the operator, written in the transaction of the change. No foreign keys: entries outlive the
-- changed rows.
CREATE TABLE audit_log (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT audit_log_pkey PRIMARY KEY,
    at timestamptz NOT NULL,
    -- NULL for the operator at the command line.
    actor_id uuid,
    actor_email text,
    request_id text NOT NULL,
    -- Actions and kinds of things are listed by the programs that write the log.
    action text NOT NULL CONSTRAINT audit_log_action_check CHECK (action ~ '^[a-z_]{1,32}$'),
    entity text NOT NULL CONSTRAINT audit_log_entity_check CHECK (entity ~ '^[a-z_]{1,32}$'),
    entity_id text NOT NULL,
    before jsonb,
    after jsonb,
    -- The name by which people know the changed thing: a product's code, a user's or reviewer's address, else the id, such as an
    -- order's number. Computed here, so that no writer can forget it.
    subject text NOT NULL GENERATED ALWAYS AS (
        coalesce(before ->> 'productId', after ->> 'productId', before ->> 'email', after ->> 'email',
                 before ->> 'userEmail', after ->> 'userEmail', entity_id)
    ) STORED
);

-- One index for each filter of the list, in the order of the list.
CREATE INDEX audit_log_newest_idx ON audit_log (at DESC, id DESC);
CREATE INDEX audit_log_entity_newest_idx ON audit_log (entity, at DESC, id DESC);
CREATE INDEX audit_log_action_newest_idx ON audit_log (action, at DESC, id DESC);
CREATE INDEX audit_log_actor_newest_idx ON audit_log (actor_email, at DESC, id DESC);
CREATE INDEX audit_log_subject_idx ON audit_log (lower(subject COLLATE "C"), at DESC, id DESC);
-- An id selects nearly as well alone as with its kind.
CREATE INDEX audit_log_thing_newest_idx ON audit_log (entity_id, at DESC, id DESC);

-- Numbers of rows by kind. Rows are only added, so that no order waits for another one here; a number is the sum of its rows,
-- which the minute's task folds into one.
CREATE TABLE tallies (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT tallies_pkey PRIMARY KEY,
    subject text NOT NULL CONSTRAINT tallies_subject_check CHECK (subject IN ('orders', 'users', 'products', 'reviews', 'scarce')),
    -- The status of orders; active, blocked or admin for users; out or low for scarce products; else `all`.
    kind text NOT NULL,
    n bigint NOT NULL
);

-- Sales are summed up to a time that the minute's task moves on; later sales are read from the items. So placing an order changes
-- none of the rows below, unless it is dated back.

-- The summed part of each span: the items with since < placed_at <= until.
CREATE TABLE sales_spans (
    days smallint NOT NULL CONSTRAINT sales_spans_pkey PRIMARY KEY,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    CONSTRAINT sales_spans_times_check CHECK (since <= until)
);
INSERT INTO sales_spans (days, since, until) SELECT days, 'epoch', 'epoch' FROM (VALUES (7), (30), (90)) AS span (days);

-- Units sold and their revenue by product, without cancelled orders. No foreign key: the minute's task must not wait for a product
-- that is being edited.
CREATE TABLE product_sales (
    days smallint NOT NULL,
    product_id uuid NOT NULL,
    units bigint NOT NULL,
    revenue_cents bigint NOT NULL,
    CONSTRAINT product_sales_pkey PRIMARY KEY (days, product_id)
);

CREATE INDEX product_sales_best_idx ON product_sales (days, units DESC, revenue_cents DESC, product_id DESC);
-- The catalogue's order by sales: a page is a stretch of this index.
CREATE INDEX product_sales_order_idx ON product_sales (days, units DESC, product_id DESC);

-- Whole past days in the shop's time zone, without cancelled orders. A day that is not here is read from the orders.
CREATE TABLE sales_days (
    begins timestamptz NOT NULL CONSTRAINT sales_days_pkey PRIMARY KEY,
    ends timestamptz NOT NULL,
    orders bigint NOT NULL,
    revenue_cents bigint NOT NULL,
    CONSTRAINT sales_days_times_check CHECK (begins <= ends)
);

-- An order takes today away from the days that are summed up. Of all of them, only today ends after now.
CREATE INDEX sales_days_ends_idx ON sales_days (ends);

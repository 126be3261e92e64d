//! `(a, b) < (x, y)` for Diesel: the row comparison with which an index finds the next page.

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::Bool;

/// Whether the columns `A` and `B` of a row come before the values `X` and `Y`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before<A, B, X, Y> {
    columns: (A, B),
    values: (X, Y),
}

/// Whether the `columns` of a row come before `values`: in a descending list, the rows after a cursor.
pub(crate) fn before<A, B, X, Y>(columns: (A, B), values: (X, Y)) -> Before<A, B, X::Expression, Y::Expression>
where
    A: Expression,
    B: Expression,
    A::SqlType: diesel::sql_types::SqlType,
    B::SqlType: diesel::sql_types::SqlType,
    X: diesel::expression::AsExpression<A::SqlType>,
    Y: diesel::expression::AsExpression<B::SqlType>,
{
    Before { columns, values: (values.0.as_expression(), values.1.as_expression()) }
}

impl<A, B, X, Y> Expression for Before<A, B, X, Y>
where
    A: Expression,
    B: Expression,
    X: Expression,
    Y: Expression,
{
    type SqlType = Bool;
}

impl<A, B, X, Y> QueryId for Before<A, B, X, Y> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<A, B, X, Y, Group> ValidGrouping<Group> for Before<A, B, X, Y> {
    type IsAggregate = is_aggregate::No;
}

impl<A, B, X, Y, Source> AppearsOnTable<Source> for Before<A, B, X, Y>
where
    Self: Expression,
    A: AppearsOnTable<Source>,
    B: AppearsOnTable<Source>,
{
}

impl<A, B, X, Y, Source> SelectableExpression<Source> for Before<A, B, X, Y> where Self: AppearsOnTable<Source> {}

impl<A, B, X, Y> QueryFragment<Pg> for Before<A, B, X, Y>
where
    A: QueryFragment<Pg>,
    B: QueryFragment<Pg>,
    X: QueryFragment<Pg>,
    Y: QueryFragment<Pg>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("(");
        self.columns.0.walk_ast(out.reborrow())?;
        out.push_sql(", ");
        self.columns.1.walk_ast(out.reborrow())?;
        out.push_sql(") < (");
        self.values.0.walk_ast(out.reborrow())?;
        out.push_sql(", ");
        self.values.1.walk_ast(out.reborrow())?;
        out.push_sql(")");
        Ok(())
    }
}

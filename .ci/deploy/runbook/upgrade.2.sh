# The database of the release before: without the newest migration.
version=$(cat /test/newest-migration/version)
{ cat /test/newest-migration/down.sql; echo "DELETE FROM __diesel_schema_migrations WHERE version = '$version';"; } > /test/down.sql
runuser -u postgres -- psql --quiet --single-transaction --set ON_ERROR_STOP=1 shop < /test/down.sql
[ "$(count "__diesel_schema_migrations WHERE version = '$version'")" = 0 ] || fail 'the migration is still recorded'

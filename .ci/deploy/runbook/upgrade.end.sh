# The newest migration ran, nothing is lost, and the two restarts cost the visitor a few seconds.
touch /test/visitor-stops
version=$(cat /test/newest-migration/version)
[ "$(count "__diesel_schema_migrations WHERE version = '$version'")" = 1 ] || fail 'the migration did not run'
[ "$(count orders)" = 3 ] || fail 'orders are lost'
good=$(grep -c '^200$' /test/visitor) bad=$(grep -vc '^200$' /test/visitor || true)
echo "the visitor got $good answers, and none $bad times"
[ "$good" -gt 5 ] && [ "$bad" -lt 50 ] || fail 'the shop was away for too long'
sign_in

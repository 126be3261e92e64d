# Six backups fill the disk, until PostgreSQL cannot continue its write-ahead log.
sign_in
folder=/var/lib/araliya/backups
mkdir -p $folder
free=$(df --output=avail -k / | tail -n 1)
for n in 1 2 3 4 5 6; do
  fallocate -l $((free / 6))K $folder/old-$n.backup || true
  touch -d "$n days ago" $folder/old-$n.backup
done
cat /dev/zero >> $folder/old-6.backup 2>/dev/null || true
touch -d '6 days ago' $folder/old-6.backup
[ "$(df --output=avail -k / | tail -n 1 | tr -d ' ')" = 0 ] || fail 'the disk has room'
# Messages of 8 MB that only the log gets, until it needs a new segment.
for _ in $(seq 300); do
  runuser -u postgres -- psql --quiet shop -c "SELECT pg_logical_emit_message(false, 'filler', repeat('x', 8000000))" > /dev/null 2>&1 || break
done
if order > /test/out/refused 2>&1; then fail "an order on a full disk: $(cat /test/out/refused)"; fi
grep -q 'error: 50[03]' /test/out/refused || fail "refused for another reason: $(cat /test/out/refused)"

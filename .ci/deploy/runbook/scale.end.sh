# Both instances serve, the second one alone too.
for port in 8080 8081; do
  [ "$(curl --silent -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/api/products/SOAP-1")" = 200 ] || fail "no product at $port"
done
# The replica answers reads.
for price in $(seq 20); do
  curl --silent -o /dev/null "http://127.0.0.1:8080/api/products?minPrice=$price"
  sleep 0.3
done
curl --silent http://127.0.0.1:9464/metrics > /test/metrics
grep -q '^database_replica_up 1$' /test/metrics || fail 'the replica is not up'
grep -q '^database_reads_total{place="replica"} [1-9]' /test/metrics || fail 'the replica answered nothing'
systemctl stop araliya
curl --silent --fail https://shop.example/ | grep -q '</html>' || fail 'no page of the second instance'
# Back to one instance without a replica, for the sections that follow.
sed -i '/^DATABASE_READ_URL=/d' /etc/araliya.env
pg_dropcluster --stop 15 copy
runuser -u postgres -- psql --quiet -c "SELECT pg_drop_replication_slot('copy')" postgres
systemctl disable --now araliya-2
systemctl start araliya
within 60 curl --fail http://127.0.0.1:8080/readyz

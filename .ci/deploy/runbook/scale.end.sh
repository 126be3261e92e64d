# Both instances serve, the second one alone too, and the replica has what the first database has.
for port in 8080 8081; do
  [ "$(curl --silent -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/api/products/SOAP-1")" = 200 ] || fail "no product at $port"
done
systemctl stop araliya
curl --silent --fail https://shop.example/ | grep -q '</html>' || fail 'no page of the second instance'
within 10 sh -c 'test "$(runuser -u postgres -- psql --port 5433 -tAc "SELECT count(*) FROM orders" shop)" = "$(runuser -u postgres -- psql -tAc "SELECT count(*) FROM orders" shop)"'
# Back to one instance and one database, for the sections that follow.
systemctl disable --now araliya-2
sed -i '/^DATABASE_READ_URL=/d' /etc/araliya.env
pg_dropcluster --stop 15 replica
runuser -u postgres -- psql --quiet -c "SELECT pg_drop_replication_slot('replica')"
systemctl start araliya
within 60 curl --fail http://127.0.0.1:8080/readyz

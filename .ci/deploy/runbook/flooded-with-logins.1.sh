# 40 addresses of one network try passwords.
cat > /test/flood.sh <<'END'
curl --silent --insecure -o /dev/null -w '%{http_code}\n' --max-time 30 --interface "127.0.66.$1" --header 'Content-Type: application/json' \
  --data "{\"email\":\"someone@shop.example\",\"password\":\"guess $1\"}" https://shop.example/api/users/login || true
END
for _ in 1 2; do seq 1 40; done | xargs -P 16 -n 1 bash /test/flood.sh > /test/flooded
grep -q '^401$\|^429$' /test/flooded || fail "no flood: $(sort /test/flooded | uniq -c)"

# Both instances serve, the second one alone too.
for port in 8080 8081; do
  [ "$(curl --silent -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/api/products/SOAP-1")" = 200 ] || fail "no product at $port"
done
systemctl stop araliya
curl --silent --fail https://shop.example/ | grep -q '</html>' || fail 'no page of the second instance'
# Back to one instance, for the sections that follow.
systemctl disable --now araliya-2
systemctl start araliya
within 60 curl --fail http://127.0.0.1:8080/readyz

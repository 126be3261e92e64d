# The owner opens the link; a product, a picture's folder and three orders are what a later restore must bring back.
token=$(journalctl -u araliya -o cat --no-pager | grep -o '/setup#token=[^ ]*' | tail -n 1 | sed 's/.*token=//')
rm -f /test/token
ask POST /api/setup "{\"token\":\"$token\",\"owner\":{\"email\":\"$owner\",\"firstName\":\"Ayesha\",\"lastName\":\"Silva\",\"password\":\"$password\"},\"shopName\":\"Kiri Cosmetics\",\"data\":\"empty\"}" > /test/set-up
grep -q '"token"' /test/set-up || fail "not set up: $(cat /test/set-up)"
sign_in
ask POST /api/products '{"productId":"SOAP-1","productName":"Sandalwood Soap","description":"Soft.","price":450,"lastPrice":450,"stock":500,"category":"Skincare"}' > /dev/null
for _ in 1 2 3; do order >> /test/orders; done
[ "$(grep -c . /test/orders)" = 3 ] || fail "no orders: $(cat /test/orders)"
# The unit restricts what the program may do, for real.
main=$(systemctl show -p MainPID --value araliya)
grep -q '^CapEff:.*0000000000000000$' "/proc/$main/status" || fail 'the program has capabilities'
grep -q '^Seccomp:.*2$' "/proc/$main/status" || fail 'the program has no filter of system calls'
[ "$(stat -c %a /etc/araliya.env)" = 600 ] || fail 'others can read the configuration'
curl --silent --fail --insecure https://shop.example/ | grep -q '</html>' || fail 'no page'

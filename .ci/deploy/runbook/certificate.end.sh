# nginx serves the new certificate, and the key is root's alone. A request without TLS is sent to TLS.
served=$(openssl s_client -connect 127.0.0.1:443 -servername shop.example </dev/null 2>/dev/null | openssl x509 -noout -issuer)
[ "$served" = 'issuer=CN = Authority' ] || fail "another certificate is served: $served"
[ "$(stat -c %a /etc/letsencrypt/live/shop.example/privkey.pem)" = 600 ] || fail 'others can read the key'
[ "$(curl --silent -o /dev/null -w '%{http_code} %{redirect_url}' http://shop.example/cart)" = '301 https://shop.example/cart' ] || fail 'no redirect'
mkdir -p /var/www/html/.well-known/acme-challenge
echo proof > /var/www/html/.well-known/acme-challenge/proof
[ "$(curl --silent http://shop.example/.well-known/acme-challenge/proof)" = proof ] || fail 'an authority cannot check the name'

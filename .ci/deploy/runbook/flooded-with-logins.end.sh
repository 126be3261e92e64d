# That network is shut out, and no other.
refused=$(curl --silent --insecure -o /dev/null -w '%{http_code}' --interface 127.0.66.7 https://shop.example/)
[ "$refused" = 403 ] || fail "the network is let in: $refused"
[ "$(curl --silent --insecure -o /dev/null -w '%{http_code}' --interface 127.0.67.7 https://shop.example/)" = 200 ] || fail 'others are shut out'
rm /etc/nginx/conf.d/deny.conf
systemctl reload nginx

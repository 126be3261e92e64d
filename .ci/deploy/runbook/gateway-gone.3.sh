# Without cards the shop sells.
sign_in
order > /dev/null
sh /test/gateway.sh
within 10 curl http://127.0.0.1:8090

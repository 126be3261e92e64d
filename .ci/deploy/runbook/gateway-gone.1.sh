# A gateway on this machine moves no money; it runs, then stops.
cat >> /etc/araliya.env <<END
PAYHERE_MODE=test
PAYHERE_URL=http://127.0.0.1:8090
PAYHERE_MERCHANT_ID=1211149
PAYHERE_MERCHANT_SECRET=a-secret-of-the-test
PAYHERE_APP_ID=test
PAYHERE_APP_SECRET=another-secret-of-the-test
END
cat > /test/gateway.sh <<'END'
exec systemd-run --quiet --collect --unit=gateway --property=EnvironmentFile=/etc/araliya.env /test/fake-payhere
END
sh /test/gateway.sh
systemctl restart araliya
within 60 curl --fail http://127.0.0.1:8080/readyz
within 10 curl http://127.0.0.1:8090
systemctl stop gateway

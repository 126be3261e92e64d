systemctl is-active --quiet gateway
sign_in
order > /dev/null
systemctl stop gateway
sed -i '/^PAYHERE_/d' /etc/araliya.env
systemctl restart araliya
within 60 curl --fail http://127.0.0.1:8080/readyz

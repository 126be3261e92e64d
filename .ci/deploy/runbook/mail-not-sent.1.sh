# No mail server listens at the configured address, and an order owes mails.
echo 'SMTP_URL=smtp://127.0.0.1:2525' >> /etc/araliya.env
systemctl restart araliya
within 60 curl --fail http://127.0.0.1:8080/readyz
within 60 sign_in
order > /dev/null
within 60 sh -c 'journalctl -u araliya -o cat --no-pager --since=-2min | grep -i mail | grep WARN'

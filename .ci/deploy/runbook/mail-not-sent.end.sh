within 150 sh -c "curl --silent http://127.0.0.1:9464/metrics | grep -x 'outbox_mails_pending 0'"
grep -q '^Subject: ' /test/mails || fail 'no mail arrived'
systemctl stop mailserver
sed -i '/^SMTP_URL=/d' /etc/araliya.env

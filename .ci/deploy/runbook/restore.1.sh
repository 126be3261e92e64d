# The disk is lost with the database's files, the pictures and the configuration; only the copies elsewhere are left.
systemctl kill --kill-whom=all --signal=SIGKILL postgresql@15-main
systemctl stop postgresql@15-main || true
systemctl stop araliya
rm -rf /var/lib/postgresql/15/main /var/lib/private/araliya /var/lib/araliya /etc/araliya.env

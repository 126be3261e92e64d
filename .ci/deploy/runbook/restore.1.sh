# The disk with the database's files is lost, and with it the pictures.
systemctl kill --kill-whom=all --signal=SIGKILL postgresql@15-main
systemctl stop postgresql@15-main || true
rm -rf /var/lib/postgresql/15/main /var/lib/private/araliya/images

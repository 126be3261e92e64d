# PostgreSQL is killed, and stays away.
systemctl kill --kill-whom=all --signal=SIGKILL postgresql@15-main
systemctl stop postgresql@15-main || true
within 30 sh -c 'curl --silent http://127.0.0.1:8080/readyz | grep database'
sign_in && fail 'a sign-in without a database' || true

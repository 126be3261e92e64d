[ "$(ls /var/lib/araliya/backups/* | wc -l)" = 3 ] || fail "$(ls -l /var/lib/araliya/backups)"
sign_in
order > /dev/null

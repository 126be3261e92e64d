# The copy is there, is encrypted, and does not have the shop's data in plain text.
head -c 21 /mnt/elsewhere/by-hand-*.backup | grep -q '^age-encryption.org' || fail 'not encrypted'
if grep -qa Sandalwood /mnt/elsewhere/by-hand-*.backup; then fail 'plain text'; fi
[ -s /mnt/secrets/araliya.env ] || fail 'no copy of the configuration'

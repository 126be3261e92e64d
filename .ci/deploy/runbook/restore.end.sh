# The orders that the backup had are there, the owner signs in with the former password, and the shop sells.
for number in $(head -n 3 /test/orders); do
  [ "$(count "orders WHERE id = '$number'")" = 1 ] || fail "$number is lost"
done
sign_in
order > /dev/null
curl --silent --fail --insecure https://shop.example/ | grep -q "Kiri Cosmetics" || fail 'the shop has lost its name'

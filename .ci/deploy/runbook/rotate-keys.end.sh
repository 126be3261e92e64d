# The former token and password are refused, the new ones work, and no former key is used alone.
cp /test/former-token /test/token
if ask GET /api/users/userdetail > /dev/null; then fail 'the former token is accepted'; fi
former=$(sed -n 's/^DATABASE_URL=//p' /test/former.env)
if psql "$former" -c 'SELECT 1' > /dev/null; then fail 'the former password is accepted'; fi
for name in JWT_SECRET DATA_KEY BACKUP_PASSPHRASE DATABASE_URL; do
  if grep -qxF "$(grep "^$name=" /test/former.env)" /etc/araliya.env; then fail "$name is the former one"; fi
done
sign_in
# What a restore must bring back.
order >> /test/orders

# What the former keys open.
sign_in
cp /test/token /test/former-token
cp /etc/araliya.env /test/former.env
ask GET /api/users/userdetail > /dev/null

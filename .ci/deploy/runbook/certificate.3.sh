# The authority, which this machine trusts: signs the request and gives back the chain.
mkdir -p /test/authority
cd /test/authority
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=Authority -out ca.pem -keyout ca-key.pem
cp ca.pem /usr/local/share/ca-certificates/authority.crt
update-ca-certificates
live=/etc/letsencrypt/live/shop.example
openssl x509 -req -in $live/request.csr -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 90 -copy_extensions copy -out leaf.pem
cat leaf.pem ca.pem > $live/new-fullchain.pem

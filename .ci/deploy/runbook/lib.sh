# Helpers of the checks between the runbook's blocks, in the machine.
shop=http://127.0.0.1:8080
owner=owner@shop.example
password='frangipani by the sea'

# A field of the JSON on standard input, which is a text or a number.
field() {
  grep -o "\"$1\": *\(\"[^\"]*\"\|[0-9.]*\)" | head -n 1 | sed 's/^"[^"]*": *//; s/^"//; s/"$//'
}

# An answer's body: ask METHOD PATH [JSON [HEADER…]], with the token of the file, if any. Fails with a status of 400 or more.
ask() {
  local method=$1 path=$2 body=${3:-} headers=() header
  shift $(($# < 3 ? $# : 3))
  for header in "$@"; do headers+=(--header "$header"); done
  if [ -n "$body" ]; then headers+=(--header 'Content-Type: application/json' --data "$body"); fi
  if [ -f /test/token ]; then headers+=(--header "Authorization: Bearer $(cat /test/token)"); fi
  curl --silent --show-error --fail-with-body --max-time 30 --request "$method" "${headers[@]}" "$shop$path"
}

# Signs the owner in.
sign_in() {
  rm -f /test/token
  ask POST /api/users/login "{\"email\":\"$owner\",\"password\":\"$password\"}" > /test/login
  field token < /test/login > /test/token
}

# Places an order of one unit and prints its number.
order() {
  ask POST /api/orders '{"orderedItems":[{"productId":"SOAP-1","quantity":1}],"name":"Nadeesha Perera","address":"12 Temple Road, Kandy","phone":"+94 77 123 4567"}' \
    "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" | field orderId
}

# A number from the database.
count() {
  runuser -u postgres -- psql --tuples-only --no-align shop -c "SELECT count(*) FROM $1"
}

# Fails with a message.
fail() {
  echo "$*"
  exit 1
}

# Tries a command once a second for a number of seconds.
within() {
  local seconds=$1
  shift
  for _ in $(seq "$seconds"); do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 1
  done
  fail "not within $seconds s: $*"
}

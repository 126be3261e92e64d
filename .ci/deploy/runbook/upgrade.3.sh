# A visitor asks five times a second, during the change of the program.
(while [ ! -f /test/visitor-stops ]; do
  curl --silent -o /dev/null -w '%{http_code}\n' --max-time 5 https://shop.example/healthz || true
  sleep 0.2
done > /test/visitor) > /dev/null 2>&1 &

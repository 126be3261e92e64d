-- Sends prepared requests, each once, in their order. wrk -s replay.lua URL -- FILE
-- FILE holds for each request a line with its length in bytes, and then the request as it goes over the wire.
-- What cannot be sent twice (an order with its key) must be there often enough: the count is part of the report.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  requests = {}
  sent = 0
  local file = assert(io.open(args[1], "rb"))
  for length in file:lines() do
    table.insert(requests, file:read(tonumber(length)))
  end
  file:close()
  prepared = #requests
end

function request()
  local next = requests[sent % prepared + 1]
  sent = sent + 1
  return next
end

function done(summary, latency)
  local sent, prepared = 0, 0
  for _, thread in ipairs(threads) do
    sent = sent + thread:get("sent")
    prepared = prepared + thread:get("prepared")
  end
  local errors = summary.errors
  io.write(string.format(
    "\nreport answered=%d micros=%d p50=%d p99=%d sent=%d prepared=%d refused=%d broken=%d late=%d\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), sent, prepared, errors.status,
    errors.connect + errors.read + errors.write, errors.timeout
  ))
end

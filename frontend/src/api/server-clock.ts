// The server's clock. Times to pay run out by it, and a device's clock may be wrong by hours.
import { api } from './client'

let aheadMs = 0

// Answers about orders are never those of a cache, whose date is an old one.
api.use({
  onResponse({ response, schemaPath }) {
    const date = schemaPath.startsWith('/api/orders') ? response.headers.get('Date') : null
    const atMs = Date.parse(date ?? '')
    if (!Number.isNaN(atMs)) aheadMs = atMs - Date.now()
    return undefined
  },
})

/** The server's time in milliseconds since 1970, as of its last answer about an order; the device's before the first one. */
export const serverNow = (): number => Date.now() + aheadMs

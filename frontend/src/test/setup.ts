import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { shopFacts } from '@/api/shop-facts'
import { SHOP, server } from './server'

// The first import of a lazy page transforms its modules, which took more than 10 s on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

// jsdom has no layout, and therefore does not scroll.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView = () => {}

// The data that the server puts into every page.
Object.assign(shopFacts, { shop: SHOP, site: { origin: 'https://shop.example', utcOffsets: [[0, 330]] } })

// An unexpected call fails the test.
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  if (typeof localStorage !== 'undefined') localStorage.clear()
  if (typeof sessionStorage !== 'undefined') sessionStorage.clear()
})
afterAll(() => server.close())

import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { shopFacts } from '@/api/shop-facts'
import { SHOP, server } from './server'

// A lazy page's first import is slow on a busy machine: waiting costs nothing when it is not.
configure({ asyncUtilTimeout: 10_000 })

// What the server lays into every page.
Object.assign(shopFacts, { shop: SHOP, site: { origin: 'https://shop.example', utcOffsets: [[0, 330]] } })

// A call that a test did not expect is an error of that test.
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
  if (typeof localStorage !== 'undefined') localStorage.clear()
  if (typeof sessionStorage !== 'undefined') sessionStorage.clear()
})
afterAll(() => server.close())

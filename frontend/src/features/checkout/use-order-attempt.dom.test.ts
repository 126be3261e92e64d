import { afterEach, describe, expect, it } from 'vitest'
import { ApiError, networkError } from '@/api/problem'
import type { Order } from '@/api/types'
import { order } from '@/test/quotes'
import { loadAttempt, type SentOrder } from './saved-checkout'
import { sendOrder } from './use-order-attempt'

const NOW = 1_800_000_000_000
const ME = 'nimal@example.com'
const sent = (address: string): SentOrder => ({
  order: {
    orderedItems: [{ productId: 'A', quantity: 1 }],
    name: 'N',
    address,
    phone: '0771234567',
    expectedTotal: 1,
  },
  fromCart: true,
})
const refusal = (status: number, code = 'x') => new ApiError({ status, code, message: 'x' })

/** A shop that remembers keys as the real one does; `lose` makes the next answers get lost after the fact. */
function shop() {
  const placed = new Map<string, { body: string; order: Order }>()
  const keys: string[] = []
  const state = { lose: 0, refuse: null as ApiError | null }
  const send = async ({ order: body }: SentOrder, key: string): Promise<Order> => {
    keys.push(key)
    const known = placed.get(key)
    const text = JSON.stringify(body)
    if (known !== undefined && known.body !== text) throw refusal(422, 'order.key_reused')
    if (known === undefined && state.refuse !== null) throw state.refuse
    const made = known?.order ?? order({ orderId: `ORDER-${placed.size + 1}`, address: body.address ?? '' })
    placed.set(key, { body: text, order: made })
    if (state.lose > 0) {
      state.lose -= 1
      throw networkError(null)
    }
    return made
  }
  return { placed, keys, state, send }
}

afterEach(() => sessionStorage.clear())

describe('an order', () => {
  it('is placed once, and the next one has a key of its own', async () => {
    const { placed, keys, send } = shop()
    expect((await sendOrder(sent('a'), ME, NOW, send)).earlier).toBe(false)
    expect(loadAttempt(ME, NOW)).toBeNull()
    await sendOrder(sent('a'), ME, NOW, send)
    expect(placed.size).toBe(2)
    expect(new Set(keys).size).toBe(2)
  })

  it('is not placed again when its answer was lost', async () => {
    const { placed, state, send } = shop()
    state.lose = 1
    await expect(sendOrder(sent('a'), ME, NOW, send)).rejects.toThrow()
    expect(loadAttempt(ME, NOW)?.unanswered).toHaveLength(1)
    const again = await sendOrder(sent('a'), ME, NOW, send)
    expect(again.order.orderId).toBe('ORDER-1')
    expect(placed.size).toBe(1)
  })

  it('is found when another order is sent under its key', async () => {
    const { placed, state, send } = shop()
    state.lose = 1
    await expect(sendOrder(sent('old street'), ME, NOW, send)).rejects.toThrow()
    const { order: found, sent: body, earlier } = await sendOrder(sent('new street'), ME, NOW, send)
    expect(earlier).toBe(true)
    expect(found.address).toBe('old street')
    expect(body.order.address).toBe('old street')
    expect(placed.size).toBe(1)
    expect(loadAttempt(ME, NOW)).toBeNull()
  })

  it('leaves its key free when it is refused', async () => {
    const { state, keys, send } = shop()
    state.refuse = refusal(409, 'order.price_changed')
    await expect(sendOrder(sent('a'), ME, NOW, send)).rejects.toThrow()
    expect(loadAttempt(ME, NOW)?.unanswered).toEqual([])
    state.refuse = null
    expect((await sendOrder(sent('b'), ME, NOW, send)).order.address).toBe('b')
    expect(new Set(keys).size).toBe(1)
  })

  it.each([500, 503])('may exist after a failure with the status %i', async (status) => {
    const { state, send } = shop()
    state.refuse = refusal(status)
    await expect(sendOrder(sent('a'), ME, NOW, send)).rejects.toThrow()
    expect(loadAttempt(ME, NOW)?.unanswered).toEqual([sent('a')])
  })

  it('may still exist after a refusal that came before the shop looked it up', async () => {
    const { state, send } = shop()
    state.lose = 1
    await expect(sendOrder(sent('a'), ME, NOW, send)).rejects.toThrow()
    const expired = async () => Promise.reject(refusal(401))
    await expect(sendOrder(sent('a'), ME, NOW, expired)).rejects.toThrow()
    expect(loadAttempt(ME, NOW)?.unanswered).toHaveLength(1)
  })

  it('belongs to its account, and its key expires with the server’s record', async () => {
    const { state, send } = shop()
    state.lose = 1
    await expect(sendOrder(sent('a'), ME, NOW, send)).rejects.toThrow()
    expect(loadAttempt('other@example.com', NOW)).toBeNull()
    expect(loadAttempt(ME, NOW + 24 * 60 * 60 * 1000)).toBeNull()
  })
})

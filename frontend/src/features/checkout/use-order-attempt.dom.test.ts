import { afterEach, describe, expect, it } from 'vitest'
import { ApiError, networkError } from '@/api/problem'
import type { Order } from '@/api/types'
import { useCart } from '@/features/cart/store'
import { order } from '@/test/quotes'
import { hasUnanswered, loadAttempt, reserveKey, type SentOrder } from './saved-attempt'
import { sendOrder } from './use-order-attempt'

const NOW = 1_800_000_000_000
const ME = 'nimal@example.com'
const sent = (address: string, fromCart = true): SentOrder => ({
  order: {
    orderedItems: [{ productId: 'A', quantity: 1 }],
    name: 'N',
    address,
    phone: '0771234567',
    expectedTotal: 1,
  },
  fromCart,
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
  const find = async (orderId: string): Promise<Order> => {
    const made = [...placed.values()].find(({ order }) => order.orderId === orderId)
    if (made === undefined) throw refusal(404)
    return made.order
  }
  const buy = (order: SentOrder) => sendOrder(order, ME, NOW, { send, find })
  return { placed, keys, state, send, find, buy }
}

const attempt = (fromCart = true) => loadAttempt(fromCart, ME, NOW)
/** Everything after it happens in another tab of the same browser. */
const openSecondTab = () => sessionStorage.clear()

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

describe('an order', () => {
  it('is placed once, and the next one has a key of its own', async () => {
    const { placed, keys, buy } = shop()
    expect((await buy(sent('a'))).earlier).toBe(false)
    expect(attempt()).toBeNull()
    await buy(sent('a'))
    expect(placed.size).toBe(2)
    expect(new Set(keys).size).toBe(2)
  })

  it('is not placed again when its answer was lost', async () => {
    const { placed, state, buy } = shop()
    state.lose = 1
    await expect(buy(sent('a'))).rejects.toThrow()
    expect(attempt()?.unanswered).toHaveLength(1)
    const again = await buy(sent('a'))
    expect(again.order.orderId).toBe('ORDER-1')
    expect(placed.size).toBe(1)
  })

  it('is found when another order is sent under its key', async () => {
    const { placed, state, buy } = shop()
    state.lose = 1
    await expect(buy(sent('old street'))).rejects.toThrow()
    const { order: found, earlier } = await buy(sent('new street'))
    expect(earlier).toBe(true)
    expect(found.address).toBe('old street')
    expect(placed.size).toBe(1)
    expect(attempt()).toBeNull()
  })

  it('leaves its key free when it is refused', async () => {
    const { state, keys, buy } = shop()
    state.refuse = refusal(409, 'order.price_changed')
    await expect(buy(sent('a'))).rejects.toThrow()
    expect(attempt()?.unanswered).toEqual([])
    state.refuse = null
    expect((await buy(sent('b'))).order.address).toBe('b')
    expect(new Set(keys).size).toBe(1)
  })

  it.each([500, 503])('may exist after a failure with the status %i', async (status) => {
    const { state, buy } = shop()
    state.refuse = refusal(status)
    await expect(buy(sent('a'))).rejects.toThrow()
    expect(attempt()?.unanswered).toEqual([sent('a')])
  })

  it('may still exist after a refusal that came before the shop looked it up', async () => {
    const { state, buy, find } = shop()
    state.lose = 1
    await expect(buy(sent('a'))).rejects.toThrow()
    const expired = async () => Promise.reject(refusal(401))
    await expect(sendOrder(sent('a'), ME, NOW, { send: expired, find })).rejects.toThrow()
    expect(attempt()?.unanswered).toHaveLength(1)
  })

  it('belongs to its account, and its key expires with the server’s record', async () => {
    const { state, buy } = shop()
    state.lose = 1
    await expect(buy(sent('a'))).rejects.toThrow()
    expect(loadAttempt(true, 'other@example.com', NOW)).toBeNull()
    expect(loadAttempt(true, ME, NOW + 24 * 60 * 60 * 1000)).toBeNull()
  })
})

describe('two tabs with one cart', () => {
  it('place one order when both send it at the same moment', async () => {
    const { placed, buy } = shop()
    reserveKey(ME, NOW)
    const first = buy(sent('a'))
    openSecondTab()
    const orders = await Promise.all([first, buy(sent('a'))])
    expect(orders.map(({ order }) => order.orderId)).toEqual(['ORDER-1', 'ORDER-1'])
    expect(placed.size).toBe(1)
  })

  it('show the one order when the second sends another, after the answer to the first', async () => {
    const { placed, send, find, buy } = shop()
    let isFirstKnown = () => {}
    const known = new Promise<void>((resolve) => {
      isFirstKnown = resolve
    })
    const late = async (order: SentOrder, key: string) => {
      await known
      return send(order, key)
    }
    reserveKey(ME, NOW)
    const second = sendOrder(sent('new street'), ME, NOW, { send: late, find })
    await buy(sent('old street'))
    isFirstKnown()
    expect(await second).toMatchObject({ earlier: true, order: { address: 'old street' } })
    expect(placed.size).toBe(1)
  })

  it('find the order whose answer was lost in the other', async () => {
    const { placed, state, buy } = shop()
    state.lose = 1
    await expect(buy(sent('old street'))).rejects.toThrow()
    openSecondTab()
    expect(hasUnanswered(ME, NOW)).toBe(true)
    expect(await buy(sent('new street'))).toMatchObject({ earlier: true, order: { address: 'old street' } })
    expect(placed.size).toBe(1)
  })

  it('take what was bought out of the cart once', async () => {
    const { buy } = shop()
    useCart.setState({ lines: [{ productId: 'A', quantity: 3 }] })
    reserveKey(ME, NOW)
    await Promise.all([buy(sent('a')), buy(sent('a'))])
    expect(useCart.getState().lines).toEqual([{ productId: 'A', quantity: 2 }])
  })
})

describe('a purchase without the cart', () => {
  it('has a key of its own, also beside a cart whose key is reserved', async () => {
    const { placed, keys, buy } = shop()
    reserveKey(ME, NOW)
    await buy(sent('a', false))
    expect(attempt()?.unanswered).toEqual([])
    await buy(sent('a'))
    expect(placed.size).toBe(2)
    expect(new Set(keys).size).toBe(2)
  })

  it.each([true, false])(
    'is the same order as one from the cart without an answer (cart first: %s)',
    async (cartFirst) => {
      const { placed, state, buy } = shop()
      state.lose = 1
      await expect(buy(sent('a', cartFirst))).rejects.toThrow()
      await buy(sent('a', !cartFirst))
      expect(placed.size).toBe(1)
    },
  )
})

import { describe, expect, it } from 'vitest'
import { ApiError, networkError, retryAfterSeconds } from '@/api/problem'
import { forgetAccount, makeQueryClient, retryDelay, shouldRetry } from './query-client'

const problem = (status: number, retryAfter: number | null = null) =>
  new ApiError({ status, code: 'x', message: 'x', retryAfter })

describe('retries', () => {
  it('happen for temporary failures, twice at most, and once after one that hung', () => {
    expect([networkError(null), problem(503), problem(429)].map((error) => shouldRetry(0, error))).toEqual([
      true,
      true,
      true,
    ])
    expect(
      [problem(404), problem(422), problem(401), new TypeError('bug')].map((error) => shouldRetry(0, error)),
    ).toEqual([false, false, false, false])
    expect(shouldRetry(2, problem(503))).toBe(false)
    const hung = networkError(new DOMException('', 'TimeoutError'))
    expect([0, 1].map((failures) => shouldRetry(failures, hung))).toEqual([true, false])
  })

  it('wait as long as the server asks, up to a limit', () => {
    expect([
      retryDelay(0, problem(503, 2)),
      retryDelay(0, problem(429, 3600)),
      retryDelay(1, problem(503)),
    ]).toEqual([2000, 10_000, 1000])
  })

  it('read both forms of Retry-After', () => {
    const now = Date.parse('2026-11-20T10:00:00Z')
    expect(retryAfterSeconds('Fri, 20 Nov 2026 10:00:30 GMT', now)).toBe(30)
    expect(retryAfterSeconds('7', now)).toBe(7)
    expect(retryAfterSeconds('later', now)).toBeNull()
  })
})

describe('a change of the account', () => {
  it('clears all cached queries except the catalogue', () => {
    const client = makeQueryClient([
      { key: ['orders', 'list', {}], data: [] },
      { key: ['me', 'detail'], data: {} },
      { key: ['products', 'list', {}], data: [] },
      { key: ['shop'], data: {} },
    ])
    forgetAccount(client, false)
    expect(client.getQueryData(['orders', 'list', {}])).toBeUndefined()
    expect(client.getQueryData(['me', 'detail'])).toBeUndefined()
    expect(client.getQueryData(['products', 'list', {}])).toEqual([])
    expect(client.getQueryData(['shop'])).toEqual({})
  })
})

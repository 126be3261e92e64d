import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'
import { api, nextCursor, unwrap, unwrapOrNull, unwrapPage } from './client'
import { ApiError, messageOf, NO_CONNECTION } from './problem'
import { beginSession, endSession, sessionToken } from './session'

afterEach(() => endSession('logout'))

const failure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('The call went well')),
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error)),
  )

describe('the API client', () => {
  it('sends the token except with a login', async () => {
    const seen: (string | null)[] = []
    server.use(
      http.get(at('/api/users/userdetail'), ({ request }) => {
        seen.push(request.headers.get('Authorization'))
        return HttpResponse.json({})
      }),
      http.post(at('/api/users/login'), ({ request }) => {
        seen.push(request.headers.get('Authorization'))
        return HttpResponse.json({})
      }),
    )
    const token = fakeToken()
    beginSession(token)
    await unwrap(api.GET('/api/users/userdetail'))
    await unwrap(api.POST('/api/users/login', { body: { email: 'a@b.c', password: 'x' } }))
    expect(seen).toEqual([`Bearer ${token}`, null])
  })

  it('ends the session when its token is refused, and keeps the cart', async () => {
    server.use(http.get(at('/api/orders'), () => problem(401)))
    localStorage.setItem('cart', '[{"productId":"A","quantity":1}]')
    beginSession(fakeToken())
    expect((await failure(unwrap(api.GET('/api/orders')))).status).toBe(401)
    expect(sessionToken()).toBeNull()
    expect(localStorage.getItem('cart')).toBe('[{"productId":"A","quantity":1}]')
  })

  it('keeps the session when a login with Google is refused', async () => {
    server.use(http.post(at('/api/users/google'), () => problem(401)))
    beginSession(fakeToken())
    const body = { code: 'c', codeVerifier: 'v', redirectUri: 'https://shop.example/login' }
    expect((await failure(unwrap(api.POST('/api/users/google', { body })))).status).toBe(401)
    expect(sessionToken()).not.toBeNull()
  })

  it('leaves a newer session alone when an older token is refused', async () => {
    const newer = fakeToken({ email: 'other@example.com' })
    server.use(
      http.get(at('/api/orders'), () => {
        beginSession(newer)
        return problem(401)
      }),
    )
    beginSession(fakeToken())
    await failure(unwrap(api.GET('/api/orders')))
    expect(sessionToken()).toBe(newer)
  })

  it('reads a problem with its fields, code, Retry-After and request id', async () => {
    server.use(
      http.post(at('/api/contact'), () =>
        problem(
          429,
          { code: 'rate.limited', message: 'Slow down', errors: { email: ['Bad', 'Worse'], odd: 3 } },
          { 'Retry-After': '12', 'X-Request-Id': 'r-1' },
        ),
      ),
    )
    const error = await failure(
      unwrap(api.POST('/api/contact', { body: { name: '', email: '', message: '' } })),
    )
    expect(error).toMatchObject({
      status: 429,
      code: 'rate.limited',
      message: 'Slow down',
      errors: { email: ['Bad', 'Worse'] },
      retryAfter: 12,
      requestId: 'r-1',
    })
  })

  it('accepts an error answer that is not a problem document', async () => {
    server.use(http.get(at('/api/shop'), () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })))
    const error = await failure(unwrap(api.GET('/api/shop')))
    expect(error).toMatchObject({ status: 502, code: 'http.502' })
    expect(messageOf(error, 'Failed To Fetch Products')).toBe('Failed To Fetch Products')
  })

  it('recognises a lost connection', async () => {
    server.use(http.get(at('/api/shop'), () => HttpResponse.error()))
    const error = await failure(unwrap(api.GET('/api/shop')))
    expect(error.isNetwork).toBe(true)
    expect(error.message).toBe(NO_CONNECTION)
  })

  it('gives up after 20 s, unless the call may take long', async () => {
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    server.use(http.get(at('/api/shop'), () => new Promise<never>(() => {})))
    const hung = failure(unwrap(api.GET('/api/shop')))
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(20_000))
    const stop = new AbortController()
    const long = api.GET('/api/shop', { fetch, signal: stop.signal })
    limit.abort(new DOMException('', 'TimeoutError'))
    expect(await hung).toMatchObject({
      cause: { name: 'TimeoutError' },
      isNetwork: true,
      message: NO_CONNECTION,
    })
    stop.abort()
    await expect(long).rejects.toMatchObject({ name: 'AbortError' })
    expect(timeout).toHaveBeenCalledTimes(1)
    timeout.mockRestore()
  })

  it('passes an aborted call on unchanged', async () => {
    const stop = new AbortController()
    stop.abort()
    await expect(unwrap(api.GET('/api/shop', { signal: stop.signal }))).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('reads a page with its cursor, its total and the text that was answered', async () => {
    server.use(
      http.get(at('/api/products'), () =>
        HttpResponse.json([], {
          headers: {
            Link: '</api/products?limit=24&after=a%2Bb>; rel="next"',
            'X-Total-Count': '10000+',
            'X-Search-Corrected': 'rose%20oil',
          },
        }),
      ),
    )
    expect(await unwrapPage(api.GET('/api/products'))).toEqual({
      items: [],
      next: 'a+b',
      total: '10000+',
      corrected: 'rose%20oil',
    })
  })

  it('returns the next cursor only when there is one', () => {
    expect(nextCursor(null)).toBeNull()
    expect(nextCursor('</x?after=1>; rel="prev"')).toBeNull()
    expect(nextCursor('</x?after=1>; rel="prev", </x?after=2>; rel="next"')).toBe('2')
  })

  it('returns null for 404', async () => {
    server.use(http.get(at('/api/products/:id'), () => problem(404)))
    const call = api.GET('/api/products/{productId}', { params: { path: { productId: 'NO' } } })
    expect(await unwrapOrNull(call)).toBeNull()
  })
})

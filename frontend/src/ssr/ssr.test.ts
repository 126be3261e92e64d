import { describe, expect, it } from 'vitest'
import { SmallHeaders, SmallRequest } from './fetch-types'
import { SmallSearchParams, SmallUrl } from './url'

describe('the page renderer’s URL agrees with the platform’s', () => {
  it.each([
    ['http://ssr.local/products?page=1#top', undefined],
    ['/products/productinfo/ARA-1?q=a%20b', 'http://ssr.local/x/y'],
    ['../up/./here', 'http://ssr.local/a/b/c'],
    ['?only=query', 'http://ssr.local/a/b?x=1'],
    ['#frag', 'http://ssr.local/a/b?x=1'],
    ['//other.example/p', 'http://ssr.local/a'],
    ['http://HOST.example:8080/é ü', undefined],
    ['', 'http://ssr.local/a?b=c'],
  ])('%s', (text, base) => {
    expect(new SmallUrl(text, base).href).toBe(new URL(text, base).href)
  })

  it('refuses an invalid URL', () => {
    expect(() => new SmallUrl('/relative')).toThrow(TypeError)
  })

  it.each(['a=1&b=2&a=3', 'q=caf%C3%A9+noir&empty=&flag', 'x=%zz', "t=!'()~*"])('params of %s', (query) => {
    const small = new SmallSearchParams(query)
    const real = new URLSearchParams(query)
    expect([...small].map(([key]) => key)).toEqual([...real].map(([key]) => key))
    expect(small.getAll('a')).toEqual(real.getAll('a'))
    small.set('a', 'é&=')
    real.set('a', 'é&=')
    small.delete('b')
    real.delete('b')
    expect(small.get('a')).toBe(real.get('a'))
    expect(small.has('b')).toBe(false)
  })
})

describe('requests and headers', () => {
  it('keep their values and compare names without case', () => {
    const request = new SmallRequest('http://ssr.local/a', { headers: { Accept: 'text/html' } })
    expect(request.method).toBe('GET')
    expect(request.headers.get('accept')).toBe('text/html')
    const headers = new SmallHeaders([
      ['A', '1'],
      ['a', '2'],
    ])
    expect(headers.get('A')).toBe('1, 2')
  })
})

// URL and URLSearchParams for the page renderer's engine, sufficient for addresses that the server has normalised. Browsers
// and Node use their own.
const encode = (text: string): string =>
  encodeURIComponent(text)
    .replace(/%20/g, '+')
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}

type Pair = [string, string]

function parsePairs(query: string): Pair[] {
  return query
    .replace(/^\?/, '')
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
    })
}

export class SmallSearchParams {
  private pairs: Pair[] = []

  constructor(init?: string | Iterable<Pair> | Record<string, string>) {
    if (init === undefined || init === null) return
    if (typeof init === 'string') this.pairs = parsePairs(init)
    else if (Symbol.iterator in init)
      for (const [key, value] of init as Iterable<Pair>) this.append(key, value)
    else for (const [key, value] of Object.entries(init)) this.append(key, value)
  }

  get size(): number {
    return this.pairs.length
  }
  get(key: string): string | null {
    return this.pairs.find(([name]) => name === key)?.[1] ?? null
  }
  getAll(key: string): string[] {
    return this.pairs.filter(([name]) => name === key).map(([, value]) => value)
  }
  has(key: string): boolean {
    return this.pairs.some(([name]) => name === key)
  }
  append(key: string, value: string): void {
    this.pairs.push([key, String(value)])
  }
  delete(key: string): void {
    this.pairs = this.pairs.filter(([name]) => name !== key)
  }
  set(key: string, value: string): void {
    const at = this.pairs.findIndex(([name]) => name === key)
    if (at < 0) {
      this.append(key, value)
      return
    }
    this.pairs[at] = [key, String(value)]
    this.pairs = this.pairs.filter(([name], index) => index <= at || name !== key)
  }
  forEach(visit: (value: string, key: string) => void): void {
    for (const [key, value] of this.pairs) visit(value, key)
  }
  keys(): Iterator<string> {
    return this.pairs.map(([key]) => key)[Symbol.iterator]()
  }
  values(): Iterator<string> {
    return this.pairs.map(([, value]) => value)[Symbol.iterator]()
  }
  entries(): Iterator<Pair> {
    return this.pairs[Symbol.iterator]()
  }
  [Symbol.iterator](): Iterator<Pair> {
    return this.entries()
  }
  toString(): string {
    return this.pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
  }
}

const ABSOLUTE = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i
const RELATIVE = /^([^?#]*)(\?[^#]*)?(#.*)?$/

function withoutDots(path: string): string {
  const segments = (path || '/').split('/').slice(1)
  const parts: string[] = []
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1
    if (segment === '..') parts.pop()
    else if (segment !== '.') parts.push(segment)
    if (last && (segment === '.' || segment === '..')) parts.push('')
  })
  return `/${parts.join('/')}`
}

const ascii = (text: string): string => text.replace(/[^\x21-\x7e]+/g, encodeURI)

function split(text: string, base: string | undefined): (string | undefined)[] {
  const absolute = ABSOLUTE.exec(text)
  if (absolute !== null) return absolute.slice(1)
  const from = base === undefined ? null : ABSOLUTE.exec(base)
  const relative = RELATIVE.exec(text)
  if (from === null || relative === null) throw new TypeError('Invalid URL')
  if (text.startsWith('//')) return split(`${from[1]}${text}`, undefined)
  const [, path = '', search, hash] = relative
  const basePath = from[3] || '/'
  const joined = path.startsWith('/') ? path : basePath.slice(0, basePath.lastIndexOf('/') + 1) + path
  return [from[1], from[2], path === '' ? basePath : joined, path || search ? search : from[4], hash]
}

export class SmallUrl {
  protocol: string
  host: string
  pathname: string
  search: string
  hash: string
  username = ''
  password = ''

  constructor(text: unknown, base?: unknown) {
    const [protocol = '', host = '', path = '', search = '', hash = ''] = split(
      String(text),
      base === undefined ? undefined : String(base),
    )
    this.protocol = protocol.toLowerCase()
    this.host = host.toLowerCase()
    this.pathname = ascii(withoutDots(path))
    this.search = search === '?' ? '' : ascii(search)
    this.hash = hash === '#' ? '' : hash
  }

  get hostname(): string {
    return this.host.split(':')[0] ?? ''
  }
  get port(): string {
    return this.host.split(':')[1] ?? ''
  }
  get origin(): string {
    return `${this.protocol}//${this.host}`
  }
  get href(): string {
    return this.origin + this.pathname + this.search + this.hash
  }
  get searchParams(): SmallSearchParams {
    return new SmallSearchParams(this.search)
  }
  toString(): string {
    return this.href
  }
  toJSON(): string {
    return this.href
  }
}

// Headers, Request, Response and AbortController for the page renderer's engine: the parts that the router's static handler
// and the query client use while rendering. Nothing is fetched here.
import { SmallUrl } from './url'

type HeaderInit = SmallHeaders | Iterable<[string, string]> | Record<string, string> | undefined

export class SmallHeaders {
  private readonly map = new Map<string, string>()

  constructor(init?: HeaderInit) {
    if (init === undefined || init === null) return
    const pairs =
      init instanceof SmallHeaders ? init.map : Symbol.iterator in init ? init : Object.entries(init)
    for (const [key, value] of pairs as Iterable<[string, string]>) this.append(key, value)
  }

  get(key: string): string | null {
    return this.map.get(key.toLowerCase()) ?? null
  }
  has(key: string): boolean {
    return this.map.has(key.toLowerCase())
  }
  set(key: string, value: string): void {
    this.map.set(key.toLowerCase(), String(value))
  }
  append(key: string, value: string): void {
    const current = this.get(key)
    this.set(key, current === null ? value : `${current}, ${value}`)
  }
  delete(key: string): void {
    this.map.delete(key.toLowerCase())
  }
  forEach(visit: (value: string, key: string) => void): void {
    this.map.forEach(visit)
  }
  entries(): Iterator<[string, string]> {
    return this.map.entries()
  }
  keys(): Iterator<string> {
    return this.map.keys()
  }
  values(): Iterator<string> {
    return this.map.values()
  }
  [Symbol.iterator](): Iterator<[string, string]> {
    return this.entries()
  }
}

type Listener = ((event: { type: string }) => void) | { handleEvent: (event: { type: string }) => void }

class SmallAbortSignal {
  aborted = false
  reason: unknown
  onabort: (() => void) | null = null
  private readonly listeners = new Set<Listener>()

  addEventListener(_type: string, listener: Listener): void {
    this.listeners.add(listener)
  }
  removeEventListener(_type: string, listener: Listener): void {
    this.listeners.delete(listener)
  }
  throwIfAborted(): void {
    if (this.aborted) throw this.reason
  }
  /** Called by the controller only. */
  trip(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason ?? new Error('aborted')
    this.onabort?.()
    for (const listener of this.listeners) {
      if (typeof listener === 'function') listener({ type: 'abort' })
      else listener.handleEvent({ type: 'abort' })
    }
  }
}

export class SmallAbortController {
  readonly signal = new SmallAbortSignal()
  abort(reason?: unknown): void {
    this.signal.trip(reason)
  }
}

type RequestInitish = { method?: string; headers?: HeaderInit; signal?: SmallAbortSignal }

export class SmallRequest {
  readonly url: string
  readonly method: string
  readonly headers: SmallHeaders
  readonly signal: SmallAbortSignal
  readonly body = null

  constructor(input: string | SmallRequest | SmallUrl, init: RequestInitish = {}) {
    const from = input instanceof SmallRequest ? input : undefined
    this.url = new SmallUrl(from?.url ?? String(input)).href
    this.method = (init.method ?? from?.method ?? 'GET').toUpperCase()
    this.headers = new SmallHeaders(init.headers ?? from?.headers)
    this.signal = init.signal ?? from?.signal ?? new SmallAbortController().signal
  }
  clone(): SmallRequest {
    return this
  }
}

type ResponseInitish = { status?: number; statusText?: string; headers?: HeaderInit }

export class SmallResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: SmallHeaders
  readonly type = 'default'
  readonly redirected = false
  readonly url = ''
  readonly body: unknown

  constructor(body: unknown = null, init: ResponseInitish = {}) {
    this.body = body
    this.status = init.status ?? 200
    this.statusText = init.statusText ?? ''
    this.headers = new SmallHeaders(init.headers)
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }
  clone(): SmallResponse {
    return this
  }
  async text(): Promise<string> {
    return this.body === null ? '' : String(this.body)
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }
  static redirect(url: string, status = 302): SmallResponse {
    return new SmallResponse(null, { status, headers: { location: url } })
  }
}

// Installs the web APIs that the page renderer's engine lacks. First import of the server entry. Existing implementations
// stay, so that Node (tests, the reference build) uses its own.
import { SmallAbortController, SmallHeaders, SmallRequest, SmallResponse } from './fetch-types'
import { SmallSearchParams, SmallUrl } from './url'

const scope = globalThis as unknown as Record<string, unknown>

function provide(name: string, value: unknown): void {
  if (scope[name] === undefined) scope[name] = value
}

type Log = (level: string, text: string) => void

/** Writes to the host's `__log`, if there is one. */
function hostConsole(): Record<string, (...parts: unknown[]) => void> {
  const write =
    (level: string) =>
    (...parts: unknown[]) => {
      const text = parts
        .map((part) => (part instanceof Error ? `${part}\n${part.stack}` : String(part)))
        .join(' ')
      ;(scope.__log as Log | undefined)?.(level, text)
    }
  return Object.fromEntries(['log', 'info', 'debug', 'warn', 'error'].map((level) => [level, write(level)]))
}

type Timer = { on: boolean }

/** There is no event loop: a timer of 0 ms runs as a job, a longer one never. */
function soon(run: () => void, ms = 0): Timer {
  const timer: Timer = { on: true }
  if (ms === 0) {
    void Promise.resolve().then(() => {
      if (timer.on) run()
    })
  }
  return timer
}

function cancel(timer?: Timer): void {
  if (timer !== undefined && timer !== null) timer.on = false
}

provide('console', hostConsole())
provide('self', globalThis)
provide('queueMicrotask', (run: () => void) => void Promise.resolve().then(run))
provide('setTimeout', soon)
provide('clearTimeout', cancel)
provide('setInterval', () => ({ on: false }))
provide('clearInterval', cancel)
provide('URLSearchParams', SmallSearchParams)
provide('URL', SmallUrl)
provide('Headers', SmallHeaders)
provide('Request', SmallRequest)
provide('Response', SmallResponse)
provide('AbortController', SmallAbortController)

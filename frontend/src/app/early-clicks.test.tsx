import { type ComponentType, lazy, Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { beforeEach, expect, it, vi } from 'vitest'
import { keepEarlyClicks } from './early-clicks'

type FirstInput = { startTime: number; target: Element | null }

/** What the browser remembers of input before the script; jsdom remembers none. */
let firstInputs: FirstInput[] = []
class FirstInputs {
  private readonly report: (list: { getEntries: () => FirstInput[] }) => void
  constructor(report: FirstInputs['report']) {
    this.report = report
  }
  observe() {
    queueMicrotask(() => this.report({ getEntries: () => firstInputs }))
  }
}

const pressed = vi.fn()
const Part = () => (
  <button type="button" onClick={() => pressed('late')}>
    Late
  </button>
)
const Page = ({ Late }: { Late: ComponentType }) => (
  <main>
    <button type="button" onClick={() => pressed('first')}>
      First
    </button>
    <form method="dialog" onSubmit={(event) => event.preventDefault()}>
      <button type="submit" onClick={() => pressed('sent')}>
        Send
      </button>
    </form>
    <Suspense fallback={null}>
      <Late />
    </Suspense>
  </main>
)

const MARKUP =
  '<main><button type="button">First</button><form method="dialog"><button type="submit">Send</button></form>' +
  '<!--$--><button type="button">Late</button><!--/$--></main>'

/** The server's page, and the start of its app with a part whose code comes later. */
function serverPage() {
  document.body.innerHTML = `<div id="root">${MARKUP}</div>`
  const root = document.getElementById('root') as HTMLElement
  const button = (name: string) =>
    [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLButtonElement
  let arrive = () => {}
  const code = new Promise<{ default: ComponentType }>((resolve) => {
    arrive = () => resolve({ default: Part })
  })
  const Late = lazy(() => code)
  const start = () => {
    hydrateRoot(root, <Page Late={Late} />)
    document.documentElement.dataset.started = 'hydrated'
  }
  return { root, button, start, arrive }
}

const calls = () => pressed.mock.calls.map(([what]) => what as string)
const soon = () => new Promise((resolve) => setTimeout(resolve, 150))

beforeEach(() => {
  firstInputs = []
  pressed.mockClear()
  delete document.documentElement.dataset.started
  vi.stubGlobal('PerformanceObserver', FirstInputs)
  // The page is no test of React's own.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})

it('presses each button once that was pressed before the start', async () => {
  const { root, button, start, arrive } = serverPage()
  arrive()
  keepEarlyClicks(root)
  for (const name of ['Late', 'First', 'Late']) button(name).click()
  await soon()
  expect(calls()).toEqual([])
  start()
  await vi.waitFor(() => expect(calls().toSorted()).toEqual(['first', 'late']))
  await soon()
  expect(calls()).toHaveLength(2)
  button('First').click()
  expect(calls().filter((what) => what === 'first')).toHaveLength(2)
})

it('repeats a click until the code of its part is there', async () => {
  const { root, button, start, arrive } = serverPage()
  keepEarlyClicks(root)
  start()
  await soon()
  button('Late').click()
  await soon()
  expect(calls()).toEqual([])
  arrive()
  await vi.waitFor(() => expect(calls()).toEqual(['late']))
  await soon()
  expect(calls()).toEqual(['late'])
})

it('takes up the page’s first input, which came before the script', async () => {
  const { root, button, start, arrive } = serverPage()
  arrive()
  firstInputs = [
    { startTime: -1, target: button('First') },
    // After the script was there: its click is heard.
    { startTime: performance.now() + 1000, target: button('Late') },
  ]
  keepEarlyClicks(root)
  await soon()
  start()
  await vi.waitFor(() => expect(calls()).toEqual(['first']))
  await soon()
  expect(calls()).toEqual(['first'])
})

it('takes up a first input that sent a form, which the browser did not', async () => {
  const { root, button, start, arrive } = serverPage()
  arrive()
  firstInputs = [{ startTime: -1, target: button('Send') }]
  keepEarlyClicks(root)
  await soon()
  expect(calls()).toEqual([])
  start()
  await vi.waitFor(() => expect(calls()).toEqual(['sent']))
})

it('does not let the browser send a form that has no address', async () => {
  const { root, button, start, arrive } = serverPage()
  arrive()
  keepEarlyClicks(root)
  const sent = vi.fn((event: Event) => event.preventDefault())
  root.addEventListener('submit', sent)
  button('Send').click()
  expect(sent).not.toHaveBeenCalled()
  start()
  await vi.waitFor(() => expect(calls()).toEqual(['sent']))
})

it('leaves a page alone that scripts build', () => {
  document.body.innerHTML = '<div id="root"></div>'
  const root = document.getElementById('root') as HTMLElement
  const listen = vi.spyOn(root, 'addEventListener')
  keepEarlyClicks(root)
  keepEarlyClicks(null)
  expect(listen).not.toHaveBeenCalled()
})

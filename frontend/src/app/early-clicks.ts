// Repeats clicks on buttons of the server's markup that have no handler yet. Such clicks would be lost: before the app starts there is no
// listener, and later React stops a click at the root while the code of the part below it is loaded.

/** Milliseconds between two tries of a click, and the largest number of tries: 15 s. */
const PAUSE_MS = 50
const TRIES = 300

/** Whether a press that came before this script did nothing: the browser sends no form of the method `dialog` outside a dialog. */
const isLost = ({ type, form }: HTMLButtonElement) =>
  type === 'button' || (type === 'submit' && form?.getAttribute('method') === 'dialog')

const isStarted = () => 'started' in document.documentElement.dataset

/** Repeats a click on a button below `root` until the app lets it through to the button. More than one before that count as one. */
export function keepEarlyClicks(root: Element | null): void {
  if (!root?.firstElementChild) return
  const tries = new Map<HTMLButtonElement, number>()
  root.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest('button')
      if (!button) return
      if (!isStarted() && button.type === 'submit' && button.form) {
        // A form with an address is sent by the browser itself, others wait for their script.
        if (button.form.hasAttribute('action')) return
        event.preventDefault()
      }
      const tried = tries.get(button) ?? 0
      tries.set(button, tried + 1)
      button.addEventListener('click', () => isStarted() && tries.delete(button), { once: true })
      const again = () => (tries.get(button) ?? TRIES) < TRIES && button.click()
      // Another press by the visitor has the timer of the first.
      if (!tried || !event.isTrusted) setTimeout(again, PAUSE_MS)
    },
    true,
  )
  const now = performance.now()
  // The browser remembers the page's first input, if it came before this script.
  new PerformanceObserver((list) => {
    for (const { startTime, target } of list.getEntries() as PerformanceEventTiming[]) {
      const button =
        startTime < now && target instanceof Element && target.closest<HTMLButtonElement>('#root button')
      if (button && isLost(button) && !tries.has(button)) button.click()
    }
  }).observe({ type: 'first-input', buffered: true })
}

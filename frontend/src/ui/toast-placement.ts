// Where notices are shown: at the end below the header on wide windows, above a bar at the bottom on narrow ones. They have this place
// alone; where it holds a heading, a field or a figure, the page moves by the few pixels that bring it out.

export type Box = { left: number; top: number; right: number; bottom: number }
/** An area that notices should not cover, and the cost of covering it. */
export type Obstacle = { box: Box; weight: number }

/** Weights: the focused element outweighs all text that is read, which outweighs controls. */
const FOCUS = 1_000
const READ = 20
const CONTROL = 1
/** Pixels between a notice and an obstacle: room for a focus ring. */
const CLEARANCE = 5
/** Step of the search, in pixels. */
const STEP = 4
/** A focused element above this share of the window's height is a scroll container or the page. */
const PART_OF_WINDOW = 0.4
/** Pixels between a notice and the header or bar. */
const GAP = 12

/** Figures are set in `tabular-nums`, numbers to copy in `select-all`. */
const READ_TEXT = 'h1, h2, h3, h4, input, select, textarea, .tabular-nums, .select-all'
const CONTROLS = 'a[href], button, summary'
const WINDOWS = '[role="dialog"], [role="alertdialog"]'

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right + CLEARANCE &&
  b.left < a.right + CLEARANCE &&
  a.top < b.bottom + CLEARANCE &&
  b.top < a.bottom + CLEARANCE

const moved = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left,
  right,
  top: top + by,
  bottom: bottom + by,
})

const cost = (band: Box, obstacles: readonly Obstacle[], by: number): number =>
  obstacles.reduce((sum, { box, weight }) => (meet(band, moved(box, by)) ? sum + weight : sum), 0)

/**
 * By how many pixels the page moves so that notices in `band` cover the least: the smallest distance of the lowest cost, at most `most`.
 * `direction` is 1 where the page moves down, and -1 where it moves up.
 */
export function leastCoveringShift(
  band: Box,
  most: number,
  direction: 1 | -1,
  obstacles: readonly Obstacle[],
): number {
  let best = 0
  let least = cost(band, obstacles, 0)
  for (let by = STEP; by <= most && least > 0; by += STEP) {
    const at = cost(band, obstacles, by * direction)
    if (at < least) {
      best = by
      least = at
    }
  }
  return best
}

const shown = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0
}

/** The topmost open dialog. */
export function openWindow(notices: Element): Element | null {
  const windows = [...document.querySelectorAll(WINDOWS)].filter(
    (element) => !notices.contains(element) && shown(element),
  )
  return windows[windows.length - 1] ?? null
}

/** What the page, or the open dialog, shows where notices could cover it. */
export function currentObstacles(notices: Element, over: Element | null): Obstacle[] {
  const found = (selector: string, weight: number) =>
    [...(over ?? document.querySelector('main') ?? document).querySelectorAll(selector)]
      .filter(
        (element) => !notices.contains(element) && shown(element) && element.closest('[inert]') === null,
      )
      .map((element) => ({ box: element.getBoundingClientRect(), weight }))
  const obstacles = [...found(READ_TEXT, READ), ...found(CONTROLS, CONTROL)]
  const focused = document.activeElement
  const box = focused?.getBoundingClientRect()
  const isPart = box !== undefined && box.height > 0 && box.height < innerHeight * PART_OF_WINDOW
  return isPart && !notices.contains(focused) ? [...obstacles, { box, weight: FOCUS }] : obstacles
}

const isBar = (element: Element): boolean =>
  ['fixed', 'sticky'].includes(getComputedStyle(element).position) && element.clientHeight < innerHeight / 2

/** The upper edge of the bar at the bottom of the window, or of an open dialog's buttons there; the window's edge without one. */
function lowerEdge(notices: Element, over: Element | null): number {
  const view = window.visualViewport
  const edge = (view?.offsetTop ?? 0) + (view?.height ?? innerHeight)
  const footer = over?.querySelector(':scope > footer')?.getBoundingClientRect()
  if (footer !== undefined) return footer.bottom >= edge - 1 ? footer.top : edge
  for (let at = document.elementFromPoint(innerWidth / 2, edge - 4); at !== null; at = at.parentElement) {
    if (!notices.contains(at) && isBar(at)) return Math.min(edge, at.getBoundingClientRect().top)
  }
  return edge
}

/** The lower edge of the header in the window; 0 where there is none, or it is scrolled away. */
function upperEdge(): number {
  const header = document.querySelector('#root header')?.getBoundingClientRect()
  return header === undefined || header.height === 0 || header.top > 1 ? 0 : Math.max(0, header.bottom)
}

/** The top of notices of this height. */
export function topOf(notices: Element, height: number, isWide: boolean, over: Element | null): number {
  return isWide ? upperEdge() + GAP : Math.max(GAP, lowerEdge(notices, over) - GAP - height)
}

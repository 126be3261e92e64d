// Where notices are shown: at the end below the header on wide windows, above a bar at the bottom on narrow ones. The page never moves
// for them. Wide windows keep a place for them there: a strip above every page of the back-office, the space above a shop's page. Where
// the place holds a heading, a field or a figure, as on a page that is scrolled, the notices go to the nearest gap.

export type Box = { left: number; top: number; right: number; bottom: number }
/** An area that notices should not cover, and the cost of covering it. */
export type Obstacle = { box: Box; weight: number }

/** Weights: the focused element outweighs all text that is read, which outweighs controls. */
const FOCUS = 1_000
const READ = 20
const CONTROL = 1
/** Pixels between a notice and the focused element, whose ring is outside of it. */
const RING = 5
/** Step of the search, in pixels. */
const STEP = 2
/** A focused element above this share of the window's height is a scroll container or the page. */
const PART_OF_WINDOW = 0.4
/** Pixels between a notice and the header or bar. */
const GAP = 12
/** The most by which notices leave their place, beyond their own height, in pixels. */
const MOST_MOVED = 120

/** Figures are set in `tabular-nums`, numbers to copy in `select-all`. */
const READ_TEXT = 'h1, h2, h3, h4, input, select, textarea, .tabular-nums, .select-all'
const CONTROLS = 'a[href], button, summary'
const WINDOWS = '[role="dialog"], [role="alertdialog"]'

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const withRing = ({ left, right, top, bottom }: Box): Box => ({
  left: left - RING,
  right: right + RING,
  top: top - RING,
  bottom: bottom + RING,
})

const moved = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left,
  right,
  top: top + by,
  bottom: bottom + by,
})

const cost = (band: Box, obstacles: readonly Obstacle[]): number =>
  obstacles.reduce((sum, { box, weight }) => (meet(band, box) ? sum + weight : sum), 0)

/**
 * By how many pixels notices leave their place `band` so that they cover the least: the smallest distance of the lowest cost, at most
 * `most`. `direction` is 1 where they go down, and -1 where they go up.
 */
export function leastCoveringShift(
  band: Box,
  most: number,
  direction: 1 | -1,
  obstacles: readonly Obstacle[],
): number {
  let best = 0
  let least = cost(band, obstacles)
  for (let by = STEP; by <= most && least > 0; by += STEP) {
    const at = cost(moved(band, by * direction), obstacles)
    if (at < least) {
      best = by
      least = at
    }
  }
  return best === 0 ? 0 : best * direction
}

const shown = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0
}

/** Whether a part of the page can be seen in its middle: it is neither below a bar nor scrolled out of a box. */
function isInSight(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  const there = document.elementFromPoint((left + right) / 2, y)
  return there !== null && (there.contains(element) || element.contains(there))
}

/** The topmost open dialog. */
function openWindow(notices: Element): Element | null {
  const windows = [...document.querySelectorAll(WINDOWS)].filter(
    (element) => !notices.contains(element) && shown(element),
  )
  return windows[windows.length - 1] ?? null
}

/** What the page, or the open dialog, shows where notices could cover it. */
function currentObstacles(notices: Element, over: Element | null): Obstacle[] {
  const found = (selector: string, weight: number) =>
    [...(over ?? document.querySelector('main') ?? document).querySelectorAll(selector)]
      .filter(
        (element) =>
          !notices.contains(element) &&
          shown(element) &&
          element.closest('[inert]') === null &&
          isInSight(element),
      )
      .map((element) => ({ box: element.getBoundingClientRect(), weight }))
  const obstacles = [...found(READ_TEXT, READ), ...found(CONTROLS, CONTROL)]
  const focused = document.activeElement
  const box = focused?.getBoundingClientRect()
  const isPart = box !== undefined && box.height > 0 && box.height < innerHeight * PART_OF_WINDOW
  return isPart && !notices.contains(focused)
    ? [...obstacles, { box: withRing(box), weight: FOCUS }]
    : obstacles
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

/** The place of notices in a kind of window: where their top is without what they could cover. */
export function placeOf(notices: Element, height: number, isWide: boolean): number {
  if (isWide) return upperEdge() + GAP
  return Math.max(GAP, lowerEdge(notices, openWindow(notices)) - GAP - height)
}

/** Whether the layout keeps this place for notices. */
function isKept(bottom: number): boolean {
  const strip = document.querySelector('[data-notices]')?.getBoundingClientRect()
  return strip !== undefined && bottom <= strip.bottom
}

/** By how many pixels notices leave their place now. */
export function shiftOf(notices: Element, place: number, isWide: boolean): number {
  const { left, right, height } = notices.getBoundingClientRect()
  const band = { left, right, top: place, bottom: place + height }
  const over = openWindow(notices)
  if (over === null && isKept(band.bottom)) return 0
  return leastCoveringShift(band, height + MOST_MOVED, isWide ? 1 : -1, currentObstacles(notices, over))
}

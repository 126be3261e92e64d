// Places notices so that they do not cover the focused element, nor controls if there is room elsewhere.

export type Box = { left: number; top: number; right: number; bottom: number }
/** An area that notices should not cover, and the cost of covering it. */
export type Obstacle = { box: Box; weight: number }

/** Weights: the focused element outweighs all controls. */
const FOCUS = 1_000
const CONTROL = 1
/** Pixels between a notice and an obstacle: room for a focus ring. */
const CLEARANCE = 5
/** Step of the search, in pixels. */
const STEP = 4
/** A focused element above this share of the window's height is a scroll container or the page. */
const PART_OF_WINDOW = 0.4

const CONTROLS = 'a[href], button, input, select, textarea, summary'
const WINDOWS = '[role="dialog"], [role="alertdialog"]'

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right + CLEARANCE &&
  b.left < a.right + CLEARANCE &&
  a.top < b.bottom + CLEARANCE &&
  b.top < a.bottom + CLEARANCE

const cost = (box: Box, obstacles: readonly Obstacle[]): number =>
  obstacles.reduce((sum, { box: other, weight }) => (meet(box, other) ? sum + weight : sum), 0)

/**
 * The top of a stack of notices between `from` and `to`: the highest position with the lowest cost. `stay` is its present
 * position, which wins a tie.
 */
export function leastCoveringTop(
  stack: { left: number; right: number; height: number },
  range: { from: number; to: number; stay?: number | undefined },
  obstacles: readonly Obstacle[],
): number {
  const at = (top: number) => cost({ ...stack, top, bottom: top + stack.height }, obstacles)
  const last = Math.max(range.from, range.to - stack.height)
  const { stay } = range
  let best = stay !== undefined && stay >= range.from && stay <= last ? stay : range.from
  for (let top = range.from; top <= last && at(best) > 0; top += STEP) if (at(top) < at(best)) best = top
  return best
}

const shown = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0
}

/** The topmost open dialog. */
function openWindow(notices: Element): Element | null {
  const windows = [...document.querySelectorAll(WINDOWS)].filter(
    (element) => !notices.contains(element) && shown(element),
  )
  return windows[windows.length - 1] ?? null
}

/** The present obstacles, in the page or in the open dialog. */
export function currentObstacles(notices: Element, over = openWindow(notices)): Obstacle[] {
  const controls = [...(over ?? document).querySelectorAll(CONTROLS)].filter(
    (element) => !notices.contains(element) && shown(element) && element.closest('[inert]') === null,
  )
  const obstacles = controls.map((element) => ({ box: element.getBoundingClientRect(), weight: CONTROL }))
  const focused = document.activeElement
  const box = focused?.getBoundingClientRect()
  const isPart = box !== undefined && box.height > 0 && box.height < innerHeight * PART_OF_WINDOW
  return isPart && !notices.contains(focused) ? [...obstacles, { box, weight: FOCUS }] : obstacles
}

/** The vertical range for notices: below the header, or the whole window while a dialog is open. */
export function currentRange(notices: Element, header: number): { from: number; to: number } {
  const view = window.visualViewport
  const top = view?.offsetTop ?? 0
  const to = top + (view?.height ?? innerHeight) - 8
  return { from: top + (openWindow(notices) === null ? header : 8), to }
}

/** The page's heading, which can receive the focus then. */
export function pageHeading(): HTMLElement | null {
  const title = document.querySelector<HTMLElement>('main h1')
  if (title !== null) title.tabIndex = -1
  return title
}

/** Focuses the page's heading, after the row that had the focus was removed. */
export const focusHeading = (): void => pageHeading()?.focus()

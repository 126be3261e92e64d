/** Focuses the page's heading, after the row that had the focus was removed. */
export function focusHeading(): void {
  const title = document.querySelector<HTMLElement>('main h1')
  if (title === null) return
  title.tabIndex = -1
  title.focus()
}

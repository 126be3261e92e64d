/** Leaves the app for another site's page. */
export function leaveTo(url: string): void {
  window.location.assign(url)
}

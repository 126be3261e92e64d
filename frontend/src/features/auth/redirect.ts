/** Leaves the app for another site's page. */
export function redirectTo(url: string): void {
  window.location.assign(url)
}

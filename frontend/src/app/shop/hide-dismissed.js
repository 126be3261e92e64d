// Hides the announcement below this script's element if the visitor has dismissed its version. It runs before the first paint, so that
// the page does not move when the app starts. The key is that of announcement-bar.tsx.
try {
  const { version } = document.currentScript.dataset
  if (localStorage.getItem('announcement') === version) document.documentElement.dataset.dismissed = version
} catch {
  // Without storage nothing is dismissed.
}

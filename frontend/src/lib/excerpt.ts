// Shortens texts for search results and shared links. Without Intl, which the page renderer's engine lacks: grapheme clusters
// are recognised by their marks and joiners, so server and browser cut at the same place.

const JOINS = /^(?:\p{M}|\p{Emoji_Modifier}|\u200c|\u200d)/u
const JOINER = '\u200d'

/** The last position at or before `at` that does not split a grapheme cluster. */
function wholeCharacters(points: readonly string[], at: number): number {
  let end = at
  while (end > 0 && (JOINS.test(points[end] ?? '') || points[end - 1] === JOINER)) end -= 1
  return end
}

/** `text` on one line, at most `most` code points long with the '…' that shows a cut; cut at a word where there is one. */
export function excerpt(text: string, most = 160): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const points = [...line]
  if (points.length <= most) return line
  const room = most - 1
  const space = points.lastIndexOf(' ', room)
  const end = space > room / 2 ? space : wholeCharacters(points, room)
  return `${points
    .slice(0, end)
    .join('')
    .replace(/[\s,;:–—-]+$/u, '')}…`
}

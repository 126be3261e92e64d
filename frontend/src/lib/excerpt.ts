// The beginning of a text, for search results and shared links. It also runs where there is no Intl: what belongs to one
// written character is told by its marks and joiners, so that server and browser cut at the same place.

const JOINS = /^(?:\p{M}|\p{Emoji_Modifier}|\u200c|\u200d)/u
const JOINER = '\u200d'

/** Where the characters in `points` may be cut at `at` or before. */
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

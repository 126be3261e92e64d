// Comparing texts as people type them: whatever the case, and with or without accents.

const ACCENTS = /[\u0300-\u036f]/g
const LETTER = /[\p{L}\p{N}\p{M}]/u
const MARK = /\p{M}/u

export const folded = (text: string): string => text.normalize('NFKD').replace(ACCENTS, '').toLowerCase()

/** The words of a text, folded. */
const wordsOf = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)

/** A piece of a text; `matched` when it is the beginning of a word that was typed. */
type Piece = { text: string; matched: boolean }

/** How many of `chars` from `start` spell `word`, with the marks of the last; 0 when they do not. */
function lengthOf(word: string, chars: readonly string[], start: number): number {
  let spelled = ''
  let end = start
  while (end < chars.length && spelled.length < word.length) spelled += folded(chars[end++] ?? '')
  if (!spelled.startsWith(word)) return 0
  while (MARK.test(chars[end] ?? '')) end++
  return end - start
}

/** Cuts `text` where words of it begin with words of `typed`. */
export function matchedBeginnings(text: string, typed: string): Piece[] {
  const words = wordsOf(typed)
  const chars = [...text]
  const pieces: Piece[] = []
  const add = (piece: string, matched: boolean) => {
    const last = pieces.at(-1)
    if (last?.matched === matched) last.text += piece
    else pieces.push({ text: piece, matched })
  }
  for (let at = 0; at < chars.length; ) {
    const begins = at === 0 || !LETTER.test(chars[at - 1] ?? '')
    const length = begins ? Math.max(0, ...words.map((word) => lengthOf(word, chars, at))) : 0
    add(chars.slice(at, at + Math.max(length, 1)).join(''), length > 0)
    at += Math.max(length, 1)
  }
  return pieces
}

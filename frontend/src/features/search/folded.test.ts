import { describe, expect, it } from 'vitest'
import { matchedBeginnings } from './folded'

/** The pieces as one text, the matched ones in brackets. */
const shown = (text: string, typed: string): string =>
  matchedBeginnings(text, typed)
    .map((piece) => (piece.matched ? `[${piece.text}]` : piece.text))
    .join('')

describe('matched beginnings', () => {
  it('are those of words, of every typed word', () => {
    expect(shown('Araliya Glow Serum', 'glo')).toBe('Araliya [Glo]w Serum')
    expect(shown('Araliya Glow Serum', 'ser ara')).toBe('[Ara]liya Glow [Ser]um')
    expect(shown('Sunscreen', 'screen')).toBe('Sunscreen')
    expect(shown('Oil-free (oil) balm', 'oil')).toBe('[Oil]-free ([oil]) balm')
  })

  it('do not depend on case and accents', () => {
    expect(shown('Crème Éclat', 'creme ECL')).toBe('[Crème] [Écl]at')
    expect(shown('Creme', 'crè')).toBe('[Cre]me')
  })

  it('keep a letter and its marks together', () => {
    expect(shown('අරලිය මල්', 'අරල')).toBe('[අරලි]ය මල්')
    expect(shown('Cre\u0301me', 'cre')).toBe('[Cre\u0301]me')
  })

  it('treat what was typed as text', () => {
    for (const typed of ['', '.*', '(', '%']) expect(shown('Rose (water) 5%', typed)).toBe('Rose (water) 5%')
    expect(shown('', 'rose')).toBe('')
  })

  it('prefer the longest', () => {
    expect(shown('Rosewater', 'ro rosew')).toBe('[Rosew]ater')
  })
})

import { describe, expect, it } from 'vitest'
import { excerpt } from './excerpt'

describe('excerpt', () => {
  it('keeps a short text, on one line', () => {
    expect(excerpt('Soft\nand  matt. ')).toBe('Soft and matt.')
    expect(excerpt('a'.repeat(160))).toBe('a'.repeat(160))
    expect(excerpt('')).toBe('')
  })

  it('cuts between words and adds an ellipsis', () => {
    expect(excerpt('Rose water, for the morning', 15)).toBe('Rose water…')
    expect(excerpt('Rose water for the morning', 16)).toBe('Rose water for…')
  })

  it('cuts inside a single long word', () => {
    expect(excerpt('x'.repeat(200), 10)).toBe(`${'x'.repeat(9)}…`)
  })

  it.each([
    ['outside the first plane', '🌸'.repeat(20), 10, `${'🌸'.repeat(9)}…`],
    ['with vowel signs', 'සුසුසුසුසුසු', 6, 'සුසු…'],
    ['with joiners', 'ක්‍රක්‍රක්‍රක්‍ර', 7, 'ක්‍ර…'],
    ['of several people', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 8, '👩‍👩‍👧…'],
    ['with accents of their own', 'e\u0301'.repeat(10), 8, `${'e\u0301'.repeat(3)}…`],
  ])('never cuts through a character %s', (_, text, most, expected) => {
    expect(excerpt(text, most)).toBe(expected)
    expect([...excerpt(text, most)].length).toBeLessThanOrEqual(most)
  })
})

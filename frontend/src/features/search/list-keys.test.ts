import { describe, expect, it } from 'vitest'
import { CLOSED, type ListState, OPEN, pressKey } from './list-keys'

const OPTIONS = ['a', 'b', 'c']

/** The active options after each key, beginning with an open list. */
function activeAfter(keys: readonly string[], from: ListState = OPEN): (string | null)[] {
  let state = from
  return keys.map((key) => {
    state = pressKey(key, false, state, OPTIONS).state
    return state.active
  })
}

describe('the keys of a search box', () => {
  it('move through the options and the typed text', () => {
    expect(activeAfter(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'])).toEqual([
      'a',
      'b',
      'c',
      null,
      'a',
    ])
    expect(activeAfter(['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp'])).toEqual(['c', 'b', 'a', null])
  })

  it('begin at the end that they point away from when the active option is gone', () => {
    expect(pressKey('ArrowDown', false, { open: true, active: 'gone' }, OPTIONS).state.active).toBe('a')
  })

  it('open a closed list at its first or last option', () => {
    expect(pressKey('ArrowDown', false, CLOSED, OPTIONS).state).toEqual({ open: true, active: 'a' })
    expect(pressKey('ArrowUp', false, CLOSED, OPTIONS).state).toEqual({ open: true, active: 'c' })
    expect(pressKey('ArrowDown', false, CLOSED, []).state).toEqual(OPEN)
  })

  it('open and close it with Alt', () => {
    expect(pressKey('ArrowDown', true, CLOSED, OPTIONS).state).toEqual(OPEN)
    const active = { open: true, active: 'b' }
    expect(pressKey('ArrowDown', true, active, OPTIONS).state).toEqual(active)
    expect(pressKey('ArrowUp', true, active, OPTIONS)).toEqual({ state: CLOSED, taken: true, chosen: null })
  })

  it('belong to the text until an option is active', () => {
    for (const key of ['Home', 'End', 'ArrowLeft', 'x', 'Tab', 'Shift'])
      expect(pressKey(key, false, OPEN, OPTIONS)).toEqual({ state: OPEN, taken: false, chosen: null })
    expect(activeAfter(['Home'], { open: true, active: 'b' })).toEqual(['a'])
    expect(activeAfter(['End'], { open: true, active: 'b' })).toEqual(['c'])
    expect(activeAfter(['ArrowLeft'], { open: true, active: 'b' })).toEqual([null])
  })

  it('choose the active option, else leave Enter to the box', () => {
    expect(pressKey('Enter', false, { open: true, active: 'b' }, OPTIONS)).toEqual({
      state: CLOSED,
      taken: true,
      chosen: 'b',
    })
    expect(pressKey('Enter', false, OPEN, OPTIONS)).toEqual({ state: CLOSED, taken: false, chosen: null })
    expect(pressKey('Enter', false, { open: true, active: 'b' }, []).taken).toBe(false)
  })

  it('close with Escape, which stays the list’s only while it is shown', () => {
    expect(pressKey('Escape', false, OPEN, OPTIONS)).toEqual({ state: CLOSED, taken: true, chosen: null })
    expect(pressKey('Escape', false, OPEN, []).taken).toBe(false)
    expect(pressKey('Escape', false, CLOSED, OPTIONS).taken).toBe(false)
  })
})

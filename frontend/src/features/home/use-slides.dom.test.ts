import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SLIDE_MS, useSlides } from './use-slides'

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the slider', () => {
  it('advances every three seconds and goes round', () => {
    const { result } = renderHook(() => useSlides(4))
    expect(SLIDE_MS).toBe(3000)
    pass(2999)
    expect(result.current.shown).toBe(0)
    pass(1)
    expect(result.current).toMatchObject({ shown: 1, before: 0 })
    for (let turn = 0; turn < 3; turn++) pass(3000)
    expect(result.current.shown).toBe(0)
  })

  it('does not move with reduced motion, until the user starts it', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const { result } = renderHook(() => useSlides(4))
    pass(20_000)
    expect(result.current).toMatchObject({ shown: 0, playing: false })
    act(() => result.current.setPlaying(true))
    pass(3000)
    expect(result.current.shown).toBe(1)
  })

  it('preloads the next slide', () => {
    const { result } = renderHook(() => useSlides(4))
    expect([...result.current.fetched]).toEqual([0])
    pass(1200)
    expect([...result.current.fetched]).toEqual([0, 1])
    act(() => result.current.go(3))
    pass(0)
    expect([...result.current.fetched].sort()).toEqual([0, 1, 3])
  })
})

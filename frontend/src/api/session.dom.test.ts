import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeToken } from '@/test/tokens'
import { isCurrentSession } from './current-session'
import {
  beginSession,
  currentUser,
  decodeToken,
  endSession,
  onAccountChange,
  sessionToken,
  startSession,
  useSession,
} from './session'

afterEach(() => endSession('logout'))

describe('the session', () => {
  it('stores the token under its key and reads the user from it', () => {
    const token = fakeToken({ firstName: 'Ñimal', lastName: 'පෙරේරා', profilePicture: '/images/n.webp' })
    beginSession(token)
    expect(localStorage.getItem('token')).toBe(token)
    expect(currentUser()).toMatchObject({
      name: 'Ñimal පෙරේරා',
      type: 'customer',
      email: 'nimal@example.com',
      profilePicture: '/images/n.webp',
    })
    endSession('expired')
    expect(localStorage.getItem('token')).toBeNull()
    expect(sessionToken()).toBeNull()
  })

  it('continues with the stored token', () => {
    const token = fakeToken({ type: 'admin' })
    localStorage.setItem('token', token)
    const stop = startSession()
    expect(sessionToken()).toBe(token)
    expect(currentUser()?.type).toBe('admin')
    stop()
  })

  it('follows logins and logouts of other tabs', () => {
    const stop = startSession()
    localStorage.setItem('token', fakeToken())
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(currentUser()?.email).toBe('nimal@example.com')
    localStorage.removeItem('token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(sessionToken()).toBeNull()
    stop()
  })

  it.each(['expired', 'logout'] as const)('reports why another tab ended it: %s', (reason) => {
    const stop = startSession()
    const { result } = renderHook(useSession)
    endSession(reason)
    const savedStorage = { ...localStorage }
    act(() => beginSession(fakeToken()))
    for (const [key, value] of Object.entries(savedStorage)) localStorage.setItem(key, value)
    localStorage.removeItem('token')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
    expect(result.current.ended).toBe(reason)
    stop()
  })

  it('reads the token again when the page returns from the back/forward cache', () => {
    const stop = startSession()
    localStorage.setItem('token', fakeToken())
    window.dispatchEvent(new Event('pageshow'))
    expect(currentUser()?.email).toBe('nimal@example.com')
    stop()
  })

  it.each(['', 'x', 'a.b.c', 'a.e30', `e30.${btoa('"text"')}.s`])(
    'only logs that %s cannot be read',
    (token) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const user = decodeToken(token)
      expect(user === null ? warn.mock.calls.length : user.email).toBe(user === null ? 1 : '')
    },
  )

  it('knows whether a token is of the present session', () => {
    const before = fakeToken()
    expect(isCurrentSession(null)).toBe(true)
    expect(isCurrentSession(before)).toBe(false)
    beginSession(before)
    expect(isCurrentSession(before)).toBe(true)
    beginSession(fakeToken({ firstName: 'New name' }))
    expect(isCurrentSession(before)).toBe(true)
    beginSession(fakeToken({ email: 'other@example.com' }))
    expect(isCurrentSession(before)).toBe(false)
    beginSession('no token')
    expect([isCurrentSession('no token'), isCurrentSession('another')]).toEqual([true, false])
  })

  it('reports a change of the account, but not a renewed token', () => {
    const changes: boolean[] = []
    const stop = onAccountChange((signedIn) => changes.push(signedIn))
    beginSession(fakeToken())
    beginSession(fakeToken({ firstName: 'New name' }))
    beginSession(fakeToken({ email: 'other@example.com' }))
    endSession('logout')
    expect(changes).toEqual([true, true, false])
    stop()
  })
})

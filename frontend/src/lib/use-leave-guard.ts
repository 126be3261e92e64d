import { useEffect, useRef } from 'react'
import { type Blocker, useBlocker } from 'react-router'

/**
 * While `active`, holds back navigation to another page until `blocker` proceeds, and asks before the page is closed. Call `release`
 * before leaving on purpose.
 */
export function useLeaveGuard(active: boolean): { blocker: Blocker; release: () => void } {
  const released = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && !released.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
  const release = () => {
    released.current = true
  }
  return { blocker, release }
}

import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { LeaveDialog } from './leave-dialog'

/**
 * Asks before changes to `what` are lost, whether by a link, the back button or closing the page. Call `release`
 * before leaving on purpose. `onLeave` is called when the user discards the changes.
 */
export function useUnsavedChanges(dirty: boolean, what: string, onLeave?: () => void) {
  const released = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !released.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
  const dialog = (
    <LeaveDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      what={what}
      onLeave={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
    />
  )
  const release = () => {
    released.current = true
  }
  return { dialog, release }
}

import { useLeaveGuard } from '@/lib/use-leave-guard'
import { LeaveDialog } from './leave-dialog'

/**
 * Asks before changes to `what` are lost, whether by a link, the back button or closing the page. Call `release`
 * before leaving on purpose. `onLeave` is called when the user discards the changes.
 */
export function useUnsavedChanges(dirty: boolean, what: string, onLeave?: () => void) {
  const { blocker, release } = useLeaveGuard(dirty)
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
  return { dialog, release }
}

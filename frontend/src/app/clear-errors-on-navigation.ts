import type { createBrowserRouter } from 'react-router'
import { toast } from '@/ui/toast'

/** Errors shown within this many ms before a navigation belong to it ('Please Login To View Your Orders') and stay. */
const SAID_WITH_CHANGE_MS = 300

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/** Removes error notices when the page changes. Returns the unsubscribe function. */
export function clearErrorsOnNavigation(router: Router): () => void {
  let { pathname } = router.state.location
  let begunMs: number | undefined
  return router.subscribe(({ location, navigation }) => {
    if (location.pathname !== pathname) {
      pathname = location.pathname
      // Errors shown while the page was loading belong to the navigation as well.
      toast.clearErrors((begunMs ?? Date.now()) - SAID_WITH_CHANGE_MS)
    }
    begunMs = navigation.state === 'idle' ? undefined : (begunMs ?? Date.now())
  })
}

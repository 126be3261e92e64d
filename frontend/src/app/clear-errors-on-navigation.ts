import type { createBrowserRouter } from 'react-router'
import { toast } from '@/ui/toast'

/** An error said within this many ms before a change of page is about the change: 'Please Login To View Your Orders'. */
const SAID_WITH_CHANGE_MS = 300

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/** From now on errors end with the page that they were about. Returns the undo. */
export function clearErrorsOnNavigation(router: Router): () => void {
  let { pathname } = router.state.location
  let begunMs: number | undefined
  return router.subscribe(({ location, navigation }) => {
    if (location.pathname !== pathname) {
      pathname = location.pathname
      // The page may have taken long to arrive; what was said meanwhile is about the change as well.
      toast.clearErrors((begunMs ?? Date.now()) - SAID_WITH_CHANGE_MS)
    }
    begunMs = navigation.state === 'idle' ? undefined : (begunMs ?? Date.now())
  })
}

import { type ReactNode, Suspense, useEffect, useState } from 'react'

/**
 * Mounts its (lazy) child when `when` first becomes true and keeps it mounted, so that closing animations run. Renders nothing on
 * the server.
 */
export function LazyMount({ when, children }: { when: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (when) setWanted(true)
  }, [when])
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null
}

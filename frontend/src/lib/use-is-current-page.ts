import { useCallback, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Tells an answer that comes late whether the part that asked is still on the page, and nobody on the way to another one:
 * from elsewhere nobody is led away.
 */
export function useIsCurrentPage(): () => boolean {
  const staying = useNavigation().state === 'idle'
  const here = useRef(false)
  useEffect(() => {
    here.current = staying
    return () => {
      here.current = false
    }
  }, [staying])
  return useCallback(() => here.current, [])
}

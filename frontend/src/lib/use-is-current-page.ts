import { useCallback, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Returns a function to call when a response has arrived: true while the component is mounted and no navigation is pending.
 * When it is false, the response must not navigate. For components that a navigation unmounts.
 */
export function useIsCurrentPage(): () => boolean {
  const isIdle = useNavigation().state === 'idle'
  const isCurrent = useRef(false)
  useEffect(() => {
    isCurrent.current = isIdle
    return () => {
      isCurrent.current = false
    }
  }, [isIdle])
  return useCallback(() => isCurrent.current, [])
}

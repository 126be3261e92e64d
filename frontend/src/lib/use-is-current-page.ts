import { useCallback, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Returns a function that tells a late answer whether its component is still mounted and no navigation is pending. Otherwise
 * the answer must not navigate.
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

import { useCallback, useEffect, useRef } from 'react'

/** Tells an answer that comes late whether the part that asked is still on the page: from elsewhere nobody is led away. */
export function useStillHere(): () => boolean {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useCallback(() => here.current, [])
}

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the server renders and during hydration, true right after: the gate for whatever only a browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

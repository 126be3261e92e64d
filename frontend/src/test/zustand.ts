// Replaces the package zustand in tests. Test files share modules, and with them stores: this one knows all stores, so that the setup
// gives each its first state after a file.
import { create as original } from 'zustand/react'

type Store = { setState: (state: unknown, replace: true) => void; getInitialState: () => unknown }

const stores = new Set<Store>()

const kept = <T>(store: T): T => {
  stores.add(store as unknown as Store)
  return store
}

export const create = ((make?: never) =>
  make === undefined
    ? (later: never) => kept(original()(later))
    : kept(original(make))) as unknown as typeof original

/** Gives every store its first state. */
export function beginAnew(): void {
  for (const store of stores) store.setState(store.getInitialState(), true)
}

// Parts of a page that are loaded on first use.
import { type ComponentType, lazy } from 'react'

/** Without a connection waits for it and retries; fails if the load fails with a connection. */
export async function onceReachable<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    return onceReachable(load)
  }
}

/**
 * Like React's `lazy`, but without a connection the part loads later instead of failing, which would replace the page and its
 * input.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await onceReachable(load) }))

/** The same for a dispensable part: renders nothing when it cannot be loaded. */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await onceReachable(load).catch((): ComponentType<Props> => () => null) }))

// Parts of a page that are fetched when they are first wanted.
import { type ComponentType, lazy } from 'react'

/** Waits for the connection and asks again; what fails with one fails for good. */
async function onceReachable<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
    return onceReachable(load)
  }
}

/**
 * Like React's `lazy`. Without a connection the part comes late, rather than take the page, and what was typed into
 * it, down with it.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await onceReachable(load) }))

/** The same for what a page can do without: where it cannot be fetched there is nothing, and the page stays. */
export const optionalPart = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await onceReachable(load).catch((): ComponentType => () => null) }))

import type { ComponentType } from 'react'
import { unreachablePage } from './unreachable-page'

/**
 * A route's component in its own chunk: `lazyPage(() => import('…/home-page'), 'HomePage')`. The router empties the
 * object once it has loaded: make one for every route of every router, and never share it. A page that cannot be loaded is
 * replaced by an error page that retries.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): { lazy: { Component: () => Promise<ComponentType> } } {
  const component = async () => (await load())[name]
  const componentOrStandIn = () => component().catch(() => unreachablePage(component))
  return { lazy: { Component: componentOrStandIn } }
}

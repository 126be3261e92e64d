import type { ComponentType } from 'react'

/**
 * A route's component in its own chunk: `lazyPage(() => import('…/home-page'), 'HomePage')`. The router empties the
 * object once it has loaded: make one for every route of every router, and never share it.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): { lazy: { Component: () => Promise<ComponentType> } } {
  const component = async () => (await load())[name]
  return { lazy: { Component: component } }
}

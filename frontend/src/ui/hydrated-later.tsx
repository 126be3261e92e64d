import { type ComponentType, type ReactElement, Suspense } from 'react'

/**
 * A part below the first view that takes nothing and remembers nothing. The server renders it with the page; in the browser
 * its code comes after the page has started, and until then the server's markup stays as it is. Two files say so, of which
 * the build takes the one for its side: `footer.client.tsx` gives an `optionalPart`, `footer.server.tsx` the component itself.
 *
 * The element is made once: a boundary that is rendered anew before its code is there would be emptied until it is.
 */
export function hydratedLater(Part: ComponentType): ReactElement {
  return (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  )
}

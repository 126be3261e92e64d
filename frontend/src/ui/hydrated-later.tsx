import { type ComponentType, type ReactElement, Suspense } from 'react'

/**
 * A part below the first view without state, with constant props. The server renders it with the page; the browser loads its
 * code after the start and keeps the server's markup until then. The build chooses one of two files: `footer.client.tsx`
 * exports an `optionalPart`, `footer.server.tsx` the component itself.
 *
 * Parts in an array have a `key`; those with a place of their own in the page have none.
 *
 * The element is created once: a boundary that renders again before its code has loaded loses the server's markup.
 */
export function hydratedLater<Props extends object>(
  Part: ComponentType<Props>,
  props: Props,
  key?: number,
): ReactElement {
  return (
    <Suspense key={key} fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}

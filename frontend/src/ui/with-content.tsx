import { type ReactNode, Suspense } from 'react'
import { useContent } from '@/api/content'
import type { Content } from '@/api/types'
import { lazyPart } from './lazy-part'

const ContentWait = lazyPart(async () => (await import('./content-wait')).ContentWait)

/** Renders with the shop's content. Pages without the server's data show a placeholder first, or a failure with a retry. */
export function WithContent({ children }: { children: (content: Content) => ReactNode }) {
  const content = useContent()
  if (content !== undefined) return children(content)
  return (
    <Suspense>
      <ContentWait />
    </Suspense>
  )
}

import { useQuery } from '@tanstack/react-query'
import { contentQuery } from '@/api/content'
import { QueryFallback } from './query-fallback'
import { Container } from './section'
import { Skeleton } from './skeleton'

/** In place of a page while the content loads, or after a failure, with a retry. */
export function ContentWait() {
  return (
    <Container className="py-section">
      <QueryFallback query={useQuery(contentQuery())} failure="The page could not be loaded.">
        <Skeleton className="h-96 w-full rounded-card" />
      </QueryFallback>
    </Container>
  )
}

import { useQuery } from '@tanstack/react-query'
import { contentQuery } from '@/api/content'
import { ErrorNotice } from './error-notice'
import { Container } from './section'
import { LoadingRegion, Skeleton } from './skeleton'

/** In place of a page while the content loads, or after a failure, with a retry. */
export function ContentWait() {
  const { error, isFetching, refetch } = useQuery(contentQuery())
  return (
    <Container className="py-section">
      {error === null ? (
        <LoadingRegion>
          <Skeleton className="h-96 w-full rounded-card" />
        </LoadingRegion>
      ) : (
        <ErrorNotice
          message="The page could not be loaded."
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Container>
  )
}

import { useQuery } from '@tanstack/react-query'
import { contentQuery } from '@/api/content'
import { Loaded } from './loaded'
import { Container } from './section'

/** In place of a page while the content loads, or after a failure, with a retry. */
export function ContentWait() {
  return (
    <Container className="py-section">
      <Loaded
        query={useQuery(contentQuery())}
        message="The page could not be loaded."
        skeleton="h-96 rounded-card"
      />
    </Container>
  )
}

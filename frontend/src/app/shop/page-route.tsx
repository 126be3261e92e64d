import { TextPage } from '@/features/content/text-page'
import { NotFoundPage } from '../not-found-page'

export { TITLE } from '@/features/content/text-page'

/** A page of text; an unpublished one is an unknown address. */
export function PageRoute() {
  return <TextPage Missing={NotFoundPage} />
}

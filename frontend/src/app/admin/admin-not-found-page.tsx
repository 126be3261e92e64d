import { ButtonLink } from '@/ui/button'
import { NotFoundPage } from '../not-found-page'

/** The page for an unknown address of the back-office. */
export function AdminNotFoundPage() {
  return <NotFoundPage links={<ButtonLink to="/admin">Back to the dashboard</ButtonLink>} />
}

import { ButtonLink } from '@/ui/button'
import { NotFoundPage } from '../not-found-page'

/** For an address of the back-office that nothing answers to. */
export function AdminNotFoundPage() {
  return <NotFoundPage links={<ButtonLink to="/admin">Back to the dashboard</ButtonLink>} />
}

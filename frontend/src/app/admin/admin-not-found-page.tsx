import { ButtonLink } from '@/ui/button'
import { NotFoundPage } from '../error-pages'

/** For an address of the back-office that nothing answers to. */
export function AdminNotFoundPage() {
  return <NotFoundPage ways={<ButtonLink to="/admin">Back to the dashboard</ButtonLink>} />
}

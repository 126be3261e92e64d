import { PackageX } from 'lucide-react'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageMeta } from '@/ui/page-meta'
import { Page } from '@/ui/section'

/** There is no such order, or it is another customer's. */
export function UnknownOrder({ title }: { title: string }) {
  return (
    <Page title={title}>
      <PageMeta title={title} />
      <EmptyState
        icon={PackageX}
        title="There is no order with this number."
        action={
          <ButtonLink to="/orders" className="mt-2">
            View your orders
          </ButtonLink>
        }
      >
        Check the number, or the account you are logged in with.
      </EmptyState>
    </Page>
  )
}

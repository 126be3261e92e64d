import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function OrdersPage() {
  return (
    <Page title="Orders">
      <PageMeta title="Orders" />
    </Page>
  )
}

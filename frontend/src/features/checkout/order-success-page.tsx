import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function OrderSuccessPage() {
  return (
    <Page title="Order placed successfully!">
      <PageMeta title="Order placed successfully!" />
    </Page>
  )
}

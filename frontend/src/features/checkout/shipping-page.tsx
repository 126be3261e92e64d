import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function ShippingPage() {
  return (
    <Page title="Shipping Details">
      <PageMeta title="Shipping Details" />
    </Page>
  )
}

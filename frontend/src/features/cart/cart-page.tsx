import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function CartPage() {
  return (
    <Page title="Cart">
      <PageMeta title="Cart" />
    </Page>
  )
}

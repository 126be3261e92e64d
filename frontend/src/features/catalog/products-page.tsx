import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'

export function ProductsPage() {
  return (
    <Page title="Products">
      <PageMeta
        title="Products"
        description="All skincare, make-up, perfume, hair and body care of the shop, delivered island-wide."
        canonical="/products"
      />
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageMeta } from '@/app/page-meta'
import { Page } from '@/ui/section'
import { ProductMissing } from './product-missing'
import { productQueries } from './queries'

export function ProductPage() {
  const { id = '' } = useParams()
  const { data: product } = useQuery(productQueries.detail(id))
  if (product === null) return <ProductMissing />
  if (product === undefined) return <Page title="Loading...">{null}</Page>
  return (
    <Page title={product.productName}>
      <PageMeta
        title={product.productName}
        description={product.description.slice(0, 160)}
        canonical={`/products/productinfo/${product.productId}`}
      />
    </Page>
  )
}

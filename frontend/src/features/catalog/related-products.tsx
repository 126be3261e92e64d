import { useQuery } from '@tanstack/react-query'
import type { Product } from '@/api/types'
import { ProductCardSkeletons, ProductGrid } from '@/ui/product-card'
import { Section } from '@/ui/section'
import { ProductCards, ROW_LENGTH } from './product-cards'
import { productQueries } from './queries'

/** Products in stock of the same category, without the product itself and its other shades. */
export function RelatedProducts({ product: { productId, category, family } }: { product: Product }) {
  const { data, isError } = useQuery(
    productQueries.some({ ...(category ? { category } : {}), inStock: true, sort: 'bestselling', limit: 12 }),
  )
  const related = (data ?? [])
    .filter((other) => other.productId !== productId && (!family || other.family !== family))
    .slice(0, ROW_LENGTH)
  if (isError || (data !== undefined && related.length === 0)) return null
  return (
    <Section title="You may also like" tone="shell">
      {data === undefined ? (
        <ProductGrid>
          <ProductCardSkeletons count={ROW_LENGTH} />
        </ProductGrid>
      ) : (
        <ProductCards products={related} />
      )}
    </Section>
  )
}

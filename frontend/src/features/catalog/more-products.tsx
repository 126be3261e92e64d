import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Product } from '@/api/types'
import { ProductCard, ProductCardSkeletons, ProductGrid } from '@/ui/product-card'
import { Section } from '@/ui/section'
import { productQueries } from './queries'
import { recentlyViewed, rememberViewed } from './recently-viewed'

const SHOWN = 4

function Cards({ products }: { products: Product[] }) {
  return (
    <ProductGrid>
      {products.map((product) => (
        <li key={product.productId}>
          <ProductCard product={product} />
        </li>
      ))}
    </ProductGrid>
  )
}

/** Others of the same category that are in stock, without the product itself and its other shades. */
export function RelatedProducts({ product: { productId, category, family } }: { product: Product }) {
  const { data, isError } = useQuery(
    productQueries.some({ ...(category ? { category } : {}), inStock: true, sort: 'bestselling', limit: 12 }),
  )
  const related = (data ?? [])
    .filter((other) => other.productId !== productId && (!family || other.family !== family))
    .slice(0, SHOWN)
  if (isError || (data !== undefined && related.length === 0)) return null
  return (
    <Section title="You may also like" tone="shell">
      {data === undefined ? (
        <ProductGrid>
          <ProductCardSkeletons count={SHOWN} />
        </ProductGrid>
      ) : (
        <Cards products={related} />
      )}
    </Section>
  )
}

/** What this person looked at before; known to the browser alone. Remembers the open product. */
export function RecentlyViewed({ productId }: { productId: string }) {
  const [ids, setIds] = useState<string[]>([])
  useEffect(() => {
    setIds(
      recentlyViewed()
        .filter((id) => id !== productId)
        .slice(0, SHOWN),
    )
    rememberViewed(productId)
  }, [productId])
  const answers = useQueries({ queries: ids.map((id) => productQueries.detail(id)) })
  const products = answers.flatMap(({ data }) => data ?? [])
  if (products.length === 0 || answers.some(({ isPending }) => isPending)) return null
  return (
    <Section title="Recently viewed">
      <Cards products={products} />
    </Section>
  )
}

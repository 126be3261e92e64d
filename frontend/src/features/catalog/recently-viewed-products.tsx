import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Section } from '@/ui/section'
import { ProductCards, ROW_LENGTH } from './product-cards'
import { productQueries } from './queries'
import { recentlyViewed, rememberViewed } from './recently-viewed'

/** The products viewed before in this browser. Adds the open product to them. */
export function RecentlyViewed({ productId }: { productId: string }) {
  const [ids, setIds] = useState<string[]>([])
  useEffect(() => {
    setIds(
      recentlyViewed()
        .filter((id) => id !== productId)
        .slice(0, ROW_LENGTH),
    )
    rememberViewed(productId)
  }, [productId])
  const answers = useQueries({ queries: ids.map((id) => productQueries.detail(id)) })
  const products = answers.flatMap(({ data }) => data ?? [])
  if (products.length === 0 || answers.some(({ isPending }) => isPending)) return null
  return (
    <Section title="Recently viewed">
      <ProductCards products={products} />
    </Section>
  )
}

import type { Product } from '@/api/types'
import { CardPromotion } from '@/features/promotions/card-promotion'
import { ProductCard, ProductGrid } from '@/ui/product-card'

/** The number of products in a row below a product's page. */
export const ROW_LENGTH = 4

export function ProductCards({ products }: { products: Product[] }) {
  return (
    <ProductGrid>
      {products.map((product) => (
        <li key={product.productId}>
          <ProductCard product={product} badge={<CardPromotion product={product} />} />
        </li>
      ))}
    </ProductGrid>
  )
}

import type { Ref } from 'react'
import { Link } from 'react-router'
import type { Product } from '@/api/types'
import { ProductPromotions } from '@/features/promotions/product-promotions'
import { percentOff } from '@/lib/money'
import { isLow } from '@/lib/stock'
import { Badge } from '@/ui/badge'
import { Price } from '@/ui/price'
import { Assurances } from './assurances'
import { BuyButtons } from './buy-buttons'
import { ShadeSwatches } from './shade-swatches'

function StockLabel({ stock }: { stock: number }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {stock > 0 ? <Badge tone="trust">In Stock</Badge> : <Badge tone="neutral">Out of Stock</Badge>}
      {isLow({ stock }) && <span className="text-sm font-medium text-warning">Only {stock} left</span>}
    </div>
  )
}

/** Name, price, shades, buttons and description of a product. */
export function ProductDetails({
  product,
  buttons,
  onAdd,
}: {
  product: Product
  buttons: Ref<HTMLDivElement>
  onAdd: () => void
}) {
  const { brand, productName, altNames, price, lastPrice, stock, description, productId } = product
  const off = percentOff(price, lastPrice)
  return (
    <div className="grid min-w-0 content-start gap-4 lg:gap-6">
      <div>
        {brand && (
          <Link
            to={`/products?brand=${encodeURIComponent(brand)}`}
            className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-lagoon hover:underline"
          >
            {brand}
          </Link>
        )}
        <h1 className="font-display text-title">{productName}</h1>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Price current={lastPrice} original={price} size="lg" />
        {off > 0 && <Badge tone="sale">Save {off}%</Badge>}
      </div>
      <ProductPromotions product={product} />
      {altNames.length > 0 && <p className="text-cocoa">{altNames.join(' | ')}</p>}
      <StockLabel stock={stock} />
      <ShadeSwatches product={product} />
      <div ref={buttons}>
        <BuyButtons product={product} onAdd={onAdd} className="flex-col sm:flex-row" />
        {stock <= 0 && (
          <p id="sold-out-reason" className="mt-3 text-sm text-cocoa">
            This product is out of stock for now. Please look in again soon.
          </p>
        )}
      </div>
      <section aria-labelledby="about-product" className="border-t border-line pt-6">
        <h2 id="about-product" className="mb-2 text-lg font-semibold">
          Description
        </h2>
        <p className="max-w-prose whitespace-pre-line">{description || 'No description yet.'}</p>
        <p className="mt-3 text-sm text-cocoa">Product ID: {productId}</p>
      </section>
      <Assurances />
    </div>
  )
}

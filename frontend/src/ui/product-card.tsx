import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '@/api/types'
import { percentOff } from '@/lib/money'
import { productPath } from '@/lib/product-path'
import { isLow } from '@/lib/stock'
import { Badge } from './badge'
import { ProductImage } from './image'
import { Price } from './price'
import { Skeleton } from './skeleton'

/** Badges on the picture: sold out or low stock, and the discount. */
function Badges({ product: { price, lastPrice, stock } }: { product: Product }) {
  const off = percentOff(price, lastPrice)
  return (
    <div className="pointer-events-none absolute start-2.5 top-2.5 flex flex-col items-start gap-1.5">
      {off > 0 && <Badge tone="sale">Sale −{off}%</Badge>}
      {stock <= 0 && <Badge tone="neutral">Sold out</Badge>}
      {isLow({ stock }) && <Badge tone="yellow">Low stock</Badge>}
    </div>
  )
}

/** The first picture; the second is loaded and shown while a mouse is over the card. */
function Pictures({
  product,
  sizes,
  priority,
  hovered,
  badge,
}: {
  product: Product
  sizes: string
  priority: boolean
  hovered: boolean
  badge: ReactNode
}) {
  const [first, second] = product.images
  return (
    <div className="relative overflow-hidden rounded-card bg-shell">
      <ProductImage src={first} alt="" sizes={sizes} priority={priority} />
      {hovered && second !== undefined && (
        <ProductImage
          src={second}
          alt=""
          sizes={sizes}
          className="absolute inset-0 h-full opacity-0 transition-opacity duration-400 group-hover:opacity-100"
        />
      )}
      <Badges product={product} />
      {badge}
    </div>
  )
}

type ProductCardProps = {
  product: Product
  /** The `sizes` of the picture. */
  sizes?: string
  /** In the first view: its picture is not lazy. */
  priority?: boolean
  /** One more badge on the picture, which places itself. */
  badge?: ReactNode
}

/** The widths of a picture in `PRODUCT_GRID`. */
const CARD_SIZES = '(min-width: 80rem) 18rem, (min-width: 48rem) 30vw, 46vw'

/** A product in a grid. One link, named 'View Details' and the product, covers the whole card. */
export function ProductCard({ product, sizes = CARD_SIZES, priority = false, badge }: ProductCardProps) {
  const [hovered, setHovered] = useState(false)
  return (
    // The link covers the pictures, so only the card receives mouse events.
    <article
      className="group relative flex h-full flex-col"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(true)}
    >
      <Pictures {...{ product, sizes, priority, hovered, badge }} />
      <div className="flex flex-1 flex-col pt-3">
        {product.brand && <p className="text-sm text-cocoa">{product.brand}</p>}
        <h3 className="font-semibold text-pretty group-hover:text-lotus">{product.productName}</h3>
        <p className="mt-0.5 text-xs tracking-wide text-cocoa">{product.productId}</p>
        <Price
          current={product.lastPrice}
          original={product.price}
          size="sm"
          className="mt-auto flex-col pt-2 sm:flex-row"
        />
        <Link
          to={productPath(product.productId)}
          className="link-cover mt-1 inline-flex min-h-11 items-center self-start rounded-tag font-semibold text-lotus underline decoration-blush decoration-2 underline-offset-6 transition-colors hover:decoration-lotus after:rounded-card"
        >
          View Details<span className="sr-only">, {product.productName}</span>
        </Link>
      </div>
    </article>
  )
}

/** Columns of a product grid: two on phones, three, four. */
const PRODUCT_GRID = 'grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 md:gap-x-6 lg:grid-cols-4'

export function ProductGrid({
  children,
  className = PRODUCT_GRID,
}: {
  children: ReactNode
  className?: string
}) {
  return <ul className={className}>{children}</ul>
}

/** Skeletons of the size of cards. */
export function ProductCardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the places are all there is to tell them apart
    <li key={place}>
      <Skeleton className="aspect-[4/5] rounded-card" />
      <Skeleton className="mt-4 h-4 w-4/5" />
      <Skeleton className="mt-2 h-4 w-2/5" />
      <Skeleton className="mt-4 mb-6 h-5 w-3/5" />
    </li>
  ))
}

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { Product } from '@/api/types'
import { excerpt } from '@/lib/excerpt'
import { productPath } from '@/lib/product-path'
import { Breadcrumb } from '@/ui/breadcrumb'
import { ErrorNotice } from '@/ui/error-notice'
import { LazyMount } from '@/ui/lazy-mount'
import { lazyPart } from '@/ui/lazy-part'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'
import { Skeleton } from '@/ui/skeleton'
import { Spinner } from '@/ui/spinner'
import { BuyBar } from './buy-bar'
import { ProductDetails } from './product-details'
import { ProductGallery } from './product-gallery'
import { ProductNotFound } from './product-not-found'
import { productQueries } from './queries'
import { RecentlyViewed } from './recently-viewed-products'
import { RelatedProducts } from './related-products'

export const TITLE = 'Product'

const AddToCartDialog = lazyPart(async () => (await import('./add-to-cart-dialog')).AddToCartDialog)

const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-8 md:grid-cols-2 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:gap-14'

function ProductLoading() {
  return (
    <Container className="pt-4 pb-section">
      <PageMeta title="Loading..." />
      <div className={COLUMNS}>
        <Skeleton className="h-[40svh] rounded-card md:h-auto md:aspect-[4/5]" />
        <div>
          <h1 className="mt-10 mb-6 flex items-center gap-3 font-display text-heading">
            <Spinner className="size-6 text-lotus" />
            <span role="status">Loading...</span>
          </h1>
          <Skeleton className="mb-4 h-8 w-1/2" />
          <Skeleton className="mb-8 h-6 w-1/4" />
          <Skeleton className="h-14 w-full rounded-full" />
        </div>
      </div>
    </Container>
  )
}

function ProductFailed({ pending, onRetry }: { pending: boolean; onRetry: () => void }) {
  return (
    <Container className="py-section">
      <PageMeta title={TITLE} />
      <h1 className="mb-6 font-display text-title">Product</h1>
      <ErrorNotice message="We could not load this product. Please try again." {...{ pending, onRetry }} />
    </Container>
  )
}

/** Breadcrumb: home, products, and the product's category. */
function ProductBreadcrumb({ product: { category, productName } }: { product: Product }) {
  const within = category
    ? [{ label: category, to: `/products?category=${encodeURIComponent(category)}` }]
    : []
  return (
    <Breadcrumb
      items={[
        { label: 'Home', to: '/' },
        { label: 'Products', to: '/products' },
        ...within,
        { label: productName },
      ]}
    />
  )
}

function ProductView({ product }: { product: Product }) {
  const buttons = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const [opening, setOpening] = useState(0)
  const ask = () => {
    setOpening((count) => count + 1)
    setAsking(true)
  }
  return (
    <>
      <Container className="pt-1 pb-[calc(var(--spacing-section)/2)] sm:pt-4">
        <ProductBreadcrumb product={product} />
        <div className={`sm:mt-2 ${COLUMNS}`}>
          <div className="md:sticky md:top-[calc(var(--spacing-header)+1.5rem)] md:self-start">
            <ProductGallery key={product.productId} images={product.images} name={product.productName} />
          </div>
          <ProductDetails product={product} buttons={buttons} onAdd={ask} />
        </div>
      </Container>
      <RelatedProducts product={product} />
      <RecentlyViewed productId={product.productId} />
      <BuyBar product={product} onAdd={ask} buttons={buttons} />
      <LazyMount when={asking}>
        <AddToCartDialog product={product} opening={opening} open={asking} onOpenChange={setAsking} />
      </LazyMount>
    </>
  )
}

export function ProductPage() {
  const { id = '' } = useParams()
  const { data: product, isError, isFetching, refetch } = useQuery(productQueries.detail(id))
  if (product === null) return <ProductNotFound />
  if (product === undefined) {
    return isError ? (
      <ProductFailed pending={isFetching} onRetry={() => void refetch()} />
    ) : (
      <ProductLoading />
    )
  }
  return (
    <>
      <PageMeta
        title={product.productName}
        description={excerpt(product.description)}
        canonical={productPath(product.productId)}
        type="product"
        {...(product.images[0] !== undefined && { image: product.images[0] })}
      />
      <ProductView product={product} />
    </>
  )
}

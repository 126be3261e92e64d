import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { productQueries } from '@/features/catalog/queries'
import { buttonClass } from '@/ui/button-class'
import { ErrorNotice } from '@/ui/error-notice'
import { ProductCard, ProductCardSkeletons, ProductGrid } from '@/ui/product-card'
import { Section } from '@/ui/section'
import { toast } from '@/ui/toast'
import { FEATURED } from './home-data'

function ViewAll() {
  return (
    <Link to="/products" className={buttonClass({ variant: 'secondary' })}>
      View All Products
    </Link>
  )
}

/** Up to eight discounted products; renders nothing without any. */
export function FeaturedDeals() {
  const { data, isPending, error, isFetching, refetch } = useQuery(productQueries.some(FEATURED))
  useEffect(() => {
    if (error !== null) toast.error('Failed To Fetch Products')
  }, [error])
  if (data?.length === 0) return null
  return (
    <Section
      title="Featured Deals"
      intro="Good things for a little less, while they last."
      action={data !== undefined && <ViewAll />}
    >
      {error !== null && data === undefined ? (
        <ErrorNotice message="Failed To Fetch Products" pending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <ProductGrid>
          {isPending && <ProductCardSkeletons count={FEATURED.limit} />}
          {data?.map((product) => (
            <li key={product.productId}>
              <ProductCard product={product} />
            </li>
          ))}
        </ProductGrid>
      )}
    </Section>
  )
}

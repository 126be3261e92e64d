import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { HomeSection } from '@/api/types'
import { CardPromotion } from '@/features/promotions/card-promotion'
import { buttonClass } from '@/ui/button-class'
import { ContentLink } from '@/ui/content-link'
import { ErrorNotice } from '@/ui/error-notice'
import { ProductCard, ProductCardSkeletons, ProductGrid } from '@/ui/product-card'
import { Section } from '@/ui/section'
import { toast } from '@/ui/toast'
import { FEATURED_COUNT, featuredQuery } from './home-data'

type FeaturedProductsProps = { section: Extract<HomeSection, { kind: 'featured' }> }

/** Up to eight products of the owner's choice; renders nothing without any. */
export function FeaturedProducts({ section: { heading, intro, source, link } }: FeaturedProductsProps) {
  const { data, isPending, error, isFetching, refetch } = useQuery(featuredQuery(source, useQueryClient()))
  useEffect(() => {
    if (error !== null) toast.error('Failed To Fetch Products')
  }, [error])
  if (data?.length === 0) return null
  return (
    <Section
      title={heading}
      intro={intro || undefined}
      action={
        data !== undefined &&
        link !== null && (
          <ContentLink to={link.to} className={buttonClass({ variant: 'secondary' })}>
            {link.label}
          </ContentLink>
        )
      }
    >
      {error !== null && data === undefined ? (
        <ErrorNotice message="Failed To Fetch Products" pending={isFetching} onRetry={() => void refetch()} />
      ) : (
        <ProductGrid>
          {isPending && <ProductCardSkeletons count={FEATURED_COUNT} />}
          {data?.map((product) => (
            <li key={product.productId}>
              <ProductCard product={product} badge={<CardPromotion product={product} />} />
            </li>
          ))}
        </ProductGrid>
      )}
    </Section>
  )
}

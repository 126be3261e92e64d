import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SITE_KEY } from '@/api/seed'
import type { Site } from '@/api/shop-facts'
import { shopQueries } from '@/api/shop-queries'

/** Follows the shop's name in the home page's title. */
export const HOME_TAGLINE = 'Cosmetics and perfumes, island-wide'

/** The shop's name as configured; '' until that is known. */
export function useShopName(): string {
  return useQuery(shopQueries.info()).data?.name ?? ''
}

export type PageMetaProps = {
  /** Without the shop's name, which is appended. Absent on the home page. */
  title?: string
  description?: string
  /** Path and query of the canonical URL. Absent: the page is not indexed. */
  canonical?: string
  /** Path or URL of a picture for shared links. */
  image?: string
  /** The Open Graph type. */
  type?: 'website' | 'product'
}

/** Title, description and Open Graph tags. Render it once per page. */
export function PageMeta({
  title,
  description,
  canonical,
  image = '/og.webp',
  type = 'website',
}: PageMetaProps) {
  const shopName = useShopName()
  const site = useQueryClient().getQueryData<Site>(SITE_KEY)
  const fullTitle = title === undefined ? `${shopName} — ${HOME_TAGLINE}` : `${title} — ${shopName}`
  return (
    <>
      <title>{fullTitle}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {canonical === undefined && <meta name="robots" content="noindex" />}
      {canonical !== undefined && site !== undefined && (
        <>
          <link rel="canonical" href={site.origin + canonical} />
          <meta property="og:type" content={type} />
          <meta property="og:title" content={fullTitle} />
          {description !== undefined && <meta property="og:description" content={description} />}
          <meta property="og:url" content={site.origin + canonical} />
          <meta property="og:image" content={new URL(image, site.origin).href} />
          <meta property="og:site_name" content={shopName} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}

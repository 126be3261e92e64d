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
  /** Of this page alone; the shop's name follows it. Absent on the home page. */
  title?: string
  description?: string
  /** Path and query of the one address of this page. Absent: the page is not for search engines. */
  canonical?: string
  /** Path or address of a picture for shared links. */
  image?: string
  /** What the page is about, in the terms of Open Graph. */
  type?: 'website' | 'product'
}

/** Title and description, and what search engines and shared links read. Render it once per page. */
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

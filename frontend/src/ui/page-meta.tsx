import { useQueryClient } from '@tanstack/react-query'
import { API_BASE_URL } from '@/api/client'
import { useContent } from '@/api/content'
import { SITE_KEY } from '@/api/seed'
import type { Site } from '@/api/shop-facts'
import type { Content } from '@/api/types'

/** The shop's name; '' until that is known. */
export const useShopName = (): string => useContent()?.identity.name ?? ''

/** The name under which the web app’s own share picture shows the shop. */
const DRAWN_NAME = 'Araliya'

/** The picture of shared links: the owner’s, else their logo; the web app’s own only in a shop of that name. */
function sharePicture({ sharePicture, logo, name }: Content['identity']): string | undefined {
  const own = sharePicture ?? (name === DRAWN_NAME ? null : logo)
  if (own) return `${API_BASE_URL}${own}?w=1280`
  return name === DRAWN_NAME ? '/og.webp' : undefined
}

/** The title of the home page: the owner's for search results, else name and tagline. */
function homeTitle(identity: Content['identity'] | undefined): string {
  if (identity === undefined) return ''
  const { name, tagline, seoTitle } = identity
  return seoTitle || (tagline === '' ? name : `${name} — ${tagline}`)
}

type PageMetaProps = {
  /** Without the shop's name, which is appended. Absent on the home page. */
  title?: string
  description?: string
  /** Path and query of the canonical URL. Absent: the page is not indexed. */
  canonical?: string
  /** Path or URL of a picture for shared links; absent: the shop's, if it has one. */
  image?: string
  /** The Open Graph type. */
  type?: 'website' | 'product'
}

/** Title, description and Open Graph tags. Render it once per page. */
export function PageMeta({ title, description, canonical, image, type = 'website' }: PageMetaProps) {
  const identity = useContent()?.identity
  const shopName = identity?.name ?? ''
  const picture = image ?? (identity && sharePicture(identity))
  const site = useQueryClient().getQueryData<Site>(SITE_KEY)
  const fullTitle = title === undefined ? homeTitle(identity) : `${title} — ${shopName}`
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {canonical === undefined && <meta name="robots" content="noindex" />}
      {canonical !== undefined && site !== undefined && (
        <>
          <link rel="canonical" href={site.origin + canonical} />
          <meta property="og:type" content={type} />
          <meta property="og:title" content={fullTitle} />
          {description && <meta property="og:description" content={description} />}
          <meta property="og:url" content={site.origin + canonical} />
          {picture !== undefined && <meta property="og:image" content={new URL(picture, site.origin).href} />}
          <meta property="og:site_name" content={shopName} />
          <meta name="twitter:card" content={picture === undefined ? 'summary' : 'summary_large_image'} />
        </>
      )}
    </>
  )
}

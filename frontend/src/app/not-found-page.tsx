import type { ReactNode } from 'react'
import { ButtonLink } from '@/ui/button'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'
import { ShopLogo } from '@/ui/shop-logo'

export const NOT_FOUND_TITLE = 'Page not found'

function ShopLinks() {
  return (
    <>
      <ButtonLink to="/products">Browse products</ButtonLink>
      <ButtonLink to="/" variant="secondary">
        Back to home
      </ButtonLink>
    </>
  )
}

/** The page for an unknown address. */
export function NotFoundPage({ links = <ShopLinks /> }: { links?: ReactNode }) {
  return (
    <Container className="flex min-h-[60vh] flex-col items-center justify-center gap-5 py-section text-center">
      <PageMeta title={NOT_FOUND_TITLE} />
      <ShopLogo className="size-28 text-blush sm:size-36" />
      <h1 className="font-display text-title">404 Error - Page Not Found</h1>
      <p className="max-w-prose text-cocoa">The page may have moved, or the address has a slip of the pen.</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">{links}</div>
    </Container>
  )
}

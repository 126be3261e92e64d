import { ButtonLink } from '@/ui/button'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'

export const NOT_FOUND_TITLE = 'Product not found'

/** The page for an unknown product. */
export function ProductNotFound() {
  return (
    <Container className="flex min-h-[60vh] flex-col items-center justify-center gap-5 py-section text-center">
      <PageMeta title={NOT_FOUND_TITLE} />
      <p className="font-display text-[clamp(5rem,18vw,10rem)] leading-none text-lotus">404</p>
      <h1 className="font-display text-title">Oops! This Product is Missing</h1>
      <p className="max-w-prose text-cocoa">
        It may have sold out for good, or the link has a slip of the pen.
      </p>
      <ButtonLink to="/products">Back to Products</ButtonLink>
    </Container>
  )
}

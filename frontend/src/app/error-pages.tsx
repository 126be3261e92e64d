import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button, ButtonLink } from '@/ui/button'
import { LogoMark } from '@/ui/logo'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'

export const NOT_FOUND_TITLE = 'Page not found'

function WaysOfTheShop() {
  return (
    <>
      <ButtonLink to="/products">Browse products</ButtonLink>
      <ButtonLink to="/" variant="secondary">
        Back to home
      </ButtonLink>
    </>
  )
}

/** For an address that nothing answers to; `ways` lead on. */
export function NotFoundPage({ ways = <WaysOfTheShop /> }: { ways?: ReactNode }) {
  return (
    <Container className="flex min-h-[60vh] flex-col items-center justify-center gap-5 py-section text-center">
      <PageMeta title={NOT_FOUND_TITLE} />
      <LogoMark className="size-28 text-blush sm:size-36" />
      <h1 className="font-display text-title">404 Error - Page Not Found</h1>
      <p className="max-w-prose text-cocoa">The page may have moved, or the address has a slip of the pen.</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">{ways}</div>
    </Container>
  )
}

/** For a page that broke. */
export function BrokenPage() {
  const error = useRouteError()
  useEffect(() => console.error('The page broke:', error), [error])
  return (
    <Container className="flex min-h-[60vh] flex-col items-center justify-center gap-5 py-section text-center">
      <PageMeta title="Something went wrong" />
      <h1 className="font-display text-title">Something went wrong</h1>
      <p role="alert" className="max-w-prose text-cocoa">
        This page could not be shown. Your cart is safe. Please try again in a moment.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <ButtonLink to="/" variant="secondary" reloadDocument>
          Back to home
        </ButtonLink>
      </div>
    </Container>
  )
}

/** True for a 404 that a loader threw, on either side. */
export function isNotFound(error: unknown): boolean {
  const thrown = typeof Response !== 'undefined' && error instanceof Response
  return (isRouteErrorResponse(error) || thrown) && error.status === 404
}

export function RouteError() {
  return isNotFound(useRouteError()) ? <NotFoundPage /> : <BrokenPage />
}

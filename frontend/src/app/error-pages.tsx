import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button, ButtonLink } from '@/ui/button'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'
import { NotFoundPage } from './not-found-page'

/** The page for an error while rendering or loading. */
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

/** True for a 404 that a loader threw, in the browser or on the server. */
export function isNotFound(error: unknown): boolean {
  const thrown = typeof Response !== 'undefined' && error instanceof Response
  return (isRouteErrorResponse(error) || thrown) && error.status === 404
}

export function RouteError() {
  return isNotFound(useRouteError()) ? <NotFoundPage /> : <BrokenPage />
}

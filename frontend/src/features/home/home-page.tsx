import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LazyMount } from '@/ui/lazy-mount'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'
import { BELOW_FOLD } from './below-fold.client'
import { FeaturedDeals } from './featured-deals'
import { HeroSlider } from './hero-slider'
import { REVIEWS_WINDOW } from './home-data'

/** With this in the URL the reviews' dialog is open: a login returns to it. */
const REVIEWS = '#reviews'

export type HomePageProps = {
  /** The dialog of all reviews, which belongs to another feature. */
  ReviewsDialog: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>
}

/** Handles clicks on the button below the fold, also before its code has loaded. */
function useReviewsButton(open: () => void): void {
  useEffect(() => {
    const hear = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest(`[data-opens=${REVIEWS_WINDOW}]`)) open()
    }
    document.addEventListener('click', hear)
    return () => document.removeEventListener('click', hear)
  }, [open])
}

function TitleAndTagline() {
  return (
    <Container className="pt-[calc(var(--spacing-section)*0.75)] pb-2 text-center">
      <h1 className="font-display text-display">Beauty that grows here</h1>
      <p className="mx-auto mt-4 max-w-[44ch] text-lg text-pretty text-cocoa sm:text-xl">
        Honest skincare, colour and perfume from Sri Lanka, brought to every doorstep on the island.
      </p>
    </Container>
  )
}

export function HomePage({ ReviewsDialog }: HomePageProps) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [reading, setReading] = useState(false)
  useReviewsButton(useCallback(() => setReading(true), []))
  useEffect(() => {
    if (hash === REVIEWS) setReading(true)
  }, [hash])
  const read = (open: boolean) => {
    setReading(open)
    if (!open && hash === REVIEWS) void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <PageMeta
        description="Skincare, colour and perfume from Sri Lanka, delivered island-wide."
        canonical="/"
      />
      <HeroSlider />
      <TitleAndTagline />
      <FeaturedDeals />
      {BELOW_FOLD}
      <LazyMount when={reading}>
        <ReviewsDialog open={reading} onOpenChange={read} />
      </LazyMount>
    </>
  )
}

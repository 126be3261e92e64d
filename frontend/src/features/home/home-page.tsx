import { type ComponentType, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PageMeta } from '@/app/page-meta'
import { LazyMount } from '@/ui/lazy-mount'
import { Container } from '@/ui/section'
import { FeaturedDeals } from './featured-deals'
import { HeroSlider } from './hero-slider'
import { LatestReviews } from './latest-reviews'
import { LOWER_HALF } from './lower-half.client'

/** The address with this opens the window of reviews: who logs in to write one comes back to it. */
const REVIEWS = '#reviews'

export type HomePageProps = {
  /** The window with all reviews; another feature's, so the route hands it in. */
  ReviewsDialog: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>
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
      {LOWER_HALF}
      <LatestReviews onOpen={() => setReading(true)} />
      <LazyMount when={reading}>
        <ReviewsDialog open={reading} onOpenChange={read} />
      </LazyMount>
    </>
  )
}

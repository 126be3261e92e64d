import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Content, HomeSection } from '@/api/types'
import { REVIEWS_WINDOW, runsOf } from '@/lib/home-sections'
import { LazyMount } from '@/ui/lazy-mount'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'
import { WithContent } from '@/ui/with-content'
import { BELOW_FOLD } from './below-fold.client'
import { HeroSlider } from './hero-slider'

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

function Title({ section: { heading, text } }: { section: Extract<HomeSection, { kind: 'title' }> }) {
  return (
    <Container className="pt-[calc(var(--spacing-section)*0.75)] pb-2 text-center">
      <h1 className="font-display text-display">{heading}</h1>
      {text !== '' && (
        <p className="mx-auto mt-4 max-w-[44ch] text-lg text-pretty text-cocoa sm:text-xl">{text}</p>
      )}
    </Container>
  )
}

function FirstSection({ section }: { section: HomeSection }) {
  switch (section.kind) {
    case 'hero':
      // Another number of slides begins with the first.
      return <HeroSlider key={section.slides.length} slides={section.slides} />
    case 'title':
      return <Title section={section} />
    default:
      return null
  }
}

/** The owner's sections. Those of the first view are here; the code of the others is loaded after the start. */
function Sections({ content }: { content: Content }) {
  const runs = runsOf(content.home)
  const hasTitle = runs.some(({ sections }) => sections.some(({ kind }) => kind === 'title'))
  let late = 0
  return (
    <>
      {!hasTitle && <h1 className="sr-only">{content.identity.name}</h1>}
      {runs.map((run) =>
        run.late
          ? BELOW_FOLD[late++]
          : run.sections.map((section) => <FirstSection key={section.kind} section={section} />),
      )}
    </>
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
      <WithContent>
        {(content) => (
          <>
            <PageMeta description={content.identity.seoDescription} canonical="/" />
            <Sections content={content} />
          </>
        )}
      </WithContent>
      <LazyMount when={reading}>
        <ReviewsDialog open={reading} onOpenChange={read} />
      </LazyMount>
    </>
  )
}

import type { Content, HomeSection } from '@/api/types'
import { runsOf } from '@/lib/home-sections'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'
import { WithContent } from '@/ui/with-content'
import { BELOW_FOLD } from './below-fold.client'
import { HeroSlider } from './hero-slider'

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

export function HomePage() {
  return (
    <WithContent>
      {(content) => (
        <>
          <PageMeta description={content.identity.seoDescription} canonical="/" />
          <Sections content={content} />
        </>
      )}
    </WithContent>
  )
}

import { useContent } from '@/api/content'
import type { HomeSection } from '@/api/types'
import { runsOf } from '@/lib/home-sections'
import { FeaturedProducts } from './featured-products'
import { LatestReviews } from './latest-reviews'
import { Partners } from './partners'
import { TextSection } from './text-section'
import { Tips } from './tips'
import { WhyUs } from './why-us'

function LateSection({ section }: { section: HomeSection }) {
  switch (section.kind) {
    case 'featured':
      return <FeaturedProducts section={section} />
    case 'whyUs':
      return <WhyUs section={section} />
    case 'partners':
      return <Partners section={section} />
    case 'tips':
      return <Tips section={section} />
    case 'reviews':
      return <LatestReviews section={section} />
    case 'text':
      return <TextSection section={section} />
    default:
      return null
  }
}

/** The sections of one run. They read the content themselves: see `hydrated-later.tsx`. */
export function LateSections({ run }: { run: number }) {
  const content = useContent()
  if (content === undefined) return null
  const sections = runsOf(content.home).filter(({ late }) => late)[run]?.sections ?? []
  // biome-ignore lint/suspicious/noArrayIndexKey: three sections may be of one kind, and have no other key
  return sections.map((section, place) => <LateSection key={`${section.kind} ${place}`} section={section} />)
}

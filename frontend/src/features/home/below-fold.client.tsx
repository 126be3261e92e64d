import { LATE_RUNS } from '@/lib/home-sections'
import { hydratedLater } from '@/ui/hydrated-later'
import { optionalPart } from '@/ui/lazy-part'

const LateSections = optionalPart(async () => (await import('./late-sections')).LateSections)

/** The runs of late sections, from top to bottom. */
export const BELOW_FOLD = Array.from({ length: LATE_RUNS }, (_, run) =>
  hydratedLater(LateSections, { run }, run),
)

import { hydratedLater } from '@/ui/hydrated-later'
import { optionalPart } from '@/ui/lazy-part'

export const ANNOUNCEMENT = hydratedLater(
  optionalPart(async () => (await import('./announcement-bar')).AnnouncementBar),
  {},
)

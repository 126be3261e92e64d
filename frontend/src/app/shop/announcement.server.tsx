import { hydratedLater } from '@/ui/hydrated-later'
import { AnnouncementBar } from './announcement-bar'

export const ANNOUNCEMENT = hydratedLater(AnnouncementBar, {})

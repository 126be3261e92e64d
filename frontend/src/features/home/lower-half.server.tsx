import { hydratedLater } from '@/ui/hydrated-later'
import { LowerHalf } from './lower-half'

export const LOWER_HALF = hydratedLater(LowerHalf)

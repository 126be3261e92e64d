import { hydratedLater } from '@/ui/hydrated-later'
import { LowerHalf } from './below-fold'

export const LOWER_HALF = hydratedLater(LowerHalf)

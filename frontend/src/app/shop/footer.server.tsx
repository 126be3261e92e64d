import { hydratedLater } from '@/ui/hydrated-later'
import { ShopFooter } from './shop-footer'

export const FOOTER = hydratedLater(ShopFooter, {})

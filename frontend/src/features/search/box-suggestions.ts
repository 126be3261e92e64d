import { optionalPart } from '@/ui/lazy-part'

/** The list of the storefront's search boxes, loaded on first use. */
export const BoxSuggestions = optionalPart(async () => (await import('./lists')).ShopSuggestions)

import type { ProductListParams } from '@/features/catalog/queries'

// Parameters of the home page's queries, for route loader, page and server.
export const FEATURED: ProductListParams & { limit: number } = { discounted: true, limit: 8 }
export const LATEST_REVIEWS = 5
/** The value of `data-opens` on buttons that open the reviews. */
export const REVIEWS_WINDOW = 'reviews'

import type { ProductListParams } from '@/features/catalog/queries'

// What the home page shows first; route loader, page and page renderer agree on these.
export const FEATURED: ProductListParams & { limit: number } = { discounted: true, limit: 8 }
export const LATEST_REVIEWS = 5
/** What a button with this as its `data-opens` opens. */
export const REVIEWS_WINDOW = 'reviews'

// The promotions that a product's card and page announce.
import { useQuery } from '@tanstack/react-query'
import { shopTermsQuery } from '@/api/shop-terms'
import type { AnnouncedPromotion, Product } from '@/api/types'

type Named = Pick<Product, 'productId' | 'category' | 'brand'>

const has = (list: readonly string[], name: string | null | undefined): boolean =>
  list.some((one) => one.toLowerCase() === name?.toLowerCase())

const isForAll = ({ products, categories, brands }: AnnouncedPromotion): boolean =>
  products.length + categories.length + brands.length === 0

/** Whether a promotion is for a product: its lists add up, and without any it is for all goods. */
export const isFor = (promotion: AnnouncedPromotion, { productId, category, brand }: Named): boolean =>
  isForAll(promotion) ||
  has(promotion.products, productId) ||
  has(promotion.categories, category) ||
  has(promotion.brands, brand)

/** What a card has room for: one promotion of these goods, or one that every cart gets without a condition. */
const isOnCard = (promotion: AnnouncedPromotion): boolean =>
  promotion.benefit !== 'freeDelivery' &&
  (!isForAll(promotion) ||
    (promotion.minSpend === null && promotion.benefit !== 'steps' && !promotion.firstOrderOnly))

/** The promotions of a product, those of few goods first. */
export function useAnnounced(product: Named): AnnouncedPromotion[] {
  const { data } = useQuery(shopTermsQuery())
  // A server of the release before answers none.
  const fitting = (data?.promotions ?? []).filter((promotion) => isFor(promotion, product))
  return fitting.sort((a, b) => Number(isForAll(a)) - Number(isForAll(b)))
}

export const useOnCard = (product: Named): AnnouncedPromotion | undefined =>
  useAnnounced(product).find(isOnCard)

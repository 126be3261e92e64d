// What an admin has changed in a product's form: kept in this tab and given back to them after a session that ended,
// another page or a reload. Only what they changed: everything else begins with what the shop has by then.
import type { Product } from '@/api/types'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'
import { changedIn, EMPTY_PRODUCT, type ProductFormValues, type Seen } from './product-form'

/** Whose draft it is, and of which product; null: of a new one. */
export type DraftOf = { owner: string; productId: string | null }

/** The changed fields, and what the product was when they were changed. */
export type ProductDraft = { values: Partial<ProductFormValues>; seen: Seen | null }

const keyOf = ({ owner, productId }: DraftOf): string => `draft-product ${owner} ${productId ?? ''}`

const isText = (value: unknown): boolean => typeof value === 'string'
const fits = (field: string, value: unknown): boolean =>
  field === 'images' ? Array.isArray(value) && value.every(isText) : field in EMPTY_PRODUCT && isText(value)

/** The draft; null without one, and where it says no more than the form was opened with. */
export function keptProduct(of: DraftOf, opened: ProductFormValues): ProductDraft | null {
  return readFromTab(keyOf(of), (kept) => {
    const { values, seen } = kept as { values: object; seen: Seen | null }
    const usable = Object.fromEntries(Object.entries(values).filter(([field, value]) => fits(field, value)))
    const changed = changedIn({ ...opened, ...usable }, opened)
    return Object.keys(changed).length === 0 ? null : { values: changed, seen }
  })
}

/** Keeps what differs from what the form was opened with; nothing is nothing to keep. */
export function keepProduct(of: DraftOf, values: Partial<ProductFormValues>, seen: Seen | null): void {
  if (Object.keys(values).length === 0) forgetProduct(of)
  else saveInTab(keyOf(of), { values, seen: seen && { version: seen.version, stock: seen.stock } })
}

export const forgetProduct = (of: DraftOf): void => removeFromTab(keyOf(of))

/**
 * What a form that begins with a draft is based on. An edit since then is found when saving, and so is a sale where
 * the stock was typed; a stock that nobody touched is the present one.
 */
export const seenWith = (draft: ProductDraft | null, product: Product): Seen => ({
  version: draft?.seen?.version ?? product.version,
  stock: draft?.values.stock === undefined ? product.stock : (draft.seen?.stock ?? product.stock),
})

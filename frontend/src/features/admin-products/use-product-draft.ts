// The draft of a product form: the changed fields, saved in this tab for their author. All other fields start with the
// product's present values.
import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { useSession } from '@/api/session'
import type { Product } from '@/api/types'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'
import { changedFields } from '@/ui/admin/compared-fields'
import { EMPTY_PRODUCT, type ProductFormValues, type Seen } from './product-form'

/** The author and the product; null: a new product. */
type DraftOf = { owner: string; productId: string | null }

/** The changed fields, and the product's version and stock at that time. */
export type ProductDraft = { values: Partial<ProductFormValues>; seen: Seen | null }

const keyOf = ({ owner, productId }: DraftOf): string => `draft-product ${owner} ${productId ?? ''}`

const isText = (value: unknown): boolean => typeof value === 'string'
const fits = (field: string, value: unknown): boolean =>
  field === 'images' ? Array.isArray(value) && value.every(isText) : field in EMPTY_PRODUCT && isText(value)

/** The draft; null without one or without changes. */
function readDraft(of: DraftOf, opened: ProductFormValues): ProductDraft | null {
  return readFromTab(keyOf(of), (stored) => {
    const { values, seen } = stored as { values: object; seen: Seen | null }
    const usable = Object.fromEntries(Object.entries(values).filter(([field, value]) => fits(field, value)))
    const changed = changedFields(opened, { ...opened, ...usable })
    return Object.keys(changed).length === 0 ? null : { values: changed, seen }
  })
}

/** Saves the changed fields; removes the draft without any. */
function saveDraft(of: DraftOf, values: Partial<ProductFormValues>, seen: Seen | null): void {
  if (Object.keys(values).length === 0) removeDraft(of)
  else saveInTab(keyOf(of), { values, seen: seen && { version: seen.version, stock: seen.stock } })
}

const removeDraft = (of: DraftOf): void => removeFromTab(keyOf(of))

/**
 * The state that a form with a draft is based on. Saving detects an edit since then, and a sale if the draft changed the stock; an
 * unchanged stock is the present one.
 */
export const seenWith = (draft: ProductDraft | null, product: Product): Seen => ({
  version: draft?.seen?.version ?? product.version,
  stock: draft?.values.stock === undefined ? product.stock : (draft.seen?.stock ?? product.stock),
})

/** The initial draft of a product form, and a function that removes it. */
export function useDraftOf(productId: string | null, opened: ProductFormValues) {
  const owner = useSession().user?.email ?? ''
  const [of] = useState<DraftOf>({ owner, productId })
  const [draft] = useState(() => readDraft(of, opened))
  return { of, draft, forget: () => removeDraft(of) }
}

/** Applies the draft to the form, and saves changes against `opened`. */
export function useProductDraft(
  form: UseFormReturn<ProductFormValues>,
  { of, draft }: { of: DraftOf; draft: ProductDraft | null },
  opened: ProductFormValues,
  seen: Seen | null,
): void {
  const { watch, setValue, getValues } = form
  const saveNow = useEffectEvent(() => saveDraft(of, changedFields(opened, getValues()), seen))
  useEffect(() => {
    for (const [field, value] of Object.entries(draft?.values ?? {})) {
      setValue(field as FieldPath<ProductFormValues>, value, { shouldDirty: true })
    }
    const { unsubscribe } = watch(() => saveNow())
    return unsubscribe
  }, [watch, setValue, draft])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the changes are based on is kept with them
  useEffect(() => saveNow(), [opened, seen])
}

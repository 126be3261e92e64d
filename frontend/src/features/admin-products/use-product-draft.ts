import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { useSession } from '@/api/session'
import { changedFields } from '@/ui/admin/compared-fields'
import { type DraftOf, forgetProduct, keepProduct, keptProduct, type ProductDraft } from './product-draft'
import type { ProductFormValues, Seen } from './product-form'

/** The initial draft of a product form, and a function that removes it. */
export function useKeptProduct(productId: string | null, opened: ProductFormValues) {
  const owner = useSession().user?.email ?? ''
  const [of] = useState<DraftOf>({ owner, productId })
  const [draft] = useState(() => keptProduct(of, opened))
  return { of, draft, forget: () => forgetProduct(of) }
}

/** Applies the draft to the form, and saves changes against `opened`. */
export function useProductDraft(
  form: UseFormReturn<ProductFormValues>,
  { of, draft }: { of: DraftOf; draft: ProductDraft | null },
  opened: ProductFormValues,
  seen: Seen | null,
): void {
  const { watch, setValue, getValues } = form
  const keepNow = useEffectEvent(() => keepProduct(of, changedFields(opened, getValues()), seen))
  useEffect(() => {
    for (const [field, value] of Object.entries(draft?.values ?? {})) {
      setValue(field as FieldPath<ProductFormValues>, value, { shouldDirty: true })
    }
    const { unsubscribe } = watch(() => keepNow())
    return unsubscribe
  }, [watch, setValue, draft])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the changes are based on is kept with them
  useEffect(() => keepNow(), [opened, seen])
}

import { useEffect, useEffectEvent, useState } from 'react'
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form'
import { ApiError } from '@/api/problem'
import { useSession } from '@/api/session'
import type { Product } from '@/api/types'
import { readFromTab, removeFromTab, saveInTab } from '@/lib/tab-storage'
import { changedFields } from '@/ui/admin/compared-fields'
import { toast } from '@/ui/toast'
import { useImageUploads, usePictureAddress } from './images-field'
import { EMPTY_PRODUCT, imagesFault, type ProductFormValues, type Seen } from './product-form'

/** The author and the product; null: a new product. */
type DraftOf = { owner: string; productId: string | null }

/** The changed fields, and the product's version and stock at that time. */
type ProductDraft = { values: Partial<ProductFormValues>; seen: Seen | null }

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

type Path = FieldPath<ProductFormValues>

const SHADE_FIELDS: Readonly<Record<string, Path>> = {
  shade: 'shadeName',
  'shade.name': 'shadeName',
  'shade.hex': 'shadeHex',
}

/** The field of the form for a field of the API: 'images[2]' → images, 'shade.hex' → shadeHex. */
function fieldOf(name: string): Path | undefined {
  const plain = name.replace(/\[.*$/, '')
  return plain in EMPTY_PRODUCT ? (plain as Path) : SHADE_FIELDS[name]
}

/** 'images[2]' and 'must be…' → 'Picture 3: must be…' */
function sentenceFor(name: string, sentence: string): string {
  const index = name.match(/\[(\d+)\]/)?.[1]
  if (index === undefined) return sentence.charAt(0).toUpperCase() + sentence.slice(1)
  return `${name.startsWith('images') ? 'Picture' : 'Name'} ${Number(index) + 1}: ${sentence}`
}

/** The sentences of a refusal with their fields. */
function faultsIn(error: unknown): [Path, string][] {
  if (!(error instanceof ApiError)) return []
  if (error.code === 'product.code_taken' || (error.status === 409 && error.errors.productId !== undefined))
    return [['productId', error.message]]
  return Object.entries(error.errors).flatMap(([name, [sentence]]): [Path, string][] => {
    const field = fieldOf(name)
    return field === undefined || sentence === undefined ? [] : [[field, sentenceFor(name, sentence)]]
  })
}

/** State of a product form: fields, picture uploads and the field for a picture's address. */
export function useProductForm(defaultValues: ProductFormValues) {
  const form = useForm<ProductFormValues>({ defaultValues })
  const { register, handleSubmit, setError, setValue, getValues, formState } = form
  useEffect(() => void register('images', { validate: imagesFault }), [register])
  const uploads = useImageUploads((url) => {
    setValue('images', [...getValues('images'), url], { shouldDirty: true })
  })
  const address = usePictureAddress()
  /** Submits valid values after all uploads have finished and the address field is empty. */
  const submit = (send: (values: ProductFormValues) => void) =>
    handleSubmit(
      (values) => {
        if (address.refuse()) return address.focus()
        if (uploads.busy) return toast.info('Please wait until the pictures are uploaded.')
        send(values)
      },
      () => void address.refuse(),
    )
  /** Shows the sentences of a refusal on their fields, and focuses the first. */
  const showErrors = (error: unknown) =>
    faultsIn(error).forEach(([field, message], index) => {
      setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
    })
  return {
    form,
    uploads,
    address,
    submit,
    showErrors,
    dirty: formState.isDirty || uploads.busy || address.pending,
  }
}

export type ProductFormState = ReturnType<typeof useProductForm>

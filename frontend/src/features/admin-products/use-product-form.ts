import { ApiError } from '@/api/problem'
import { fieldDifferences, mergedFields } from '@/ui/admin/compared-fields'
import type { FieldErrors } from '@/ui/admin/field-errors'
import { useVersionedForm, type VersionedFormOptions } from '@/ui/admin/use-versioned-form'
import { toast } from '@/ui/toast'
import { useImageUploads, usePictureAddress } from './images-field'
import { COMPARED, checkProduct, EMPTY_PRODUCT, type ProductFormValues } from './product-form'

const SHADE_FIELDS: Readonly<Record<string, string>> = {
  shade: 'shadeName',
  'shade.name': 'shadeName',
  'shade.hex': 'shadeHex',
}

/** The field of the form for a field of the API: 'images[2]' → images, 'shade.hex' → shadeHex. */
function fieldOf(name: string): string | undefined {
  const plain = name.replace(/\[.*$/, '')
  return plain in EMPTY_PRODUCT ? plain : SHADE_FIELDS[name]
}

/** 'images[2]' and 'must be…' → 'Picture 3: must be…' */
function sentenceFor(name: string, sentence: string): string {
  const index = name.match(/\[(\d+)\]/)?.[1]
  if (index === undefined) return sentence.charAt(0).toUpperCase() + sentence.slice(1)
  return `${name.startsWith('images') ? 'Picture' : 'Name'} ${Number(index) + 1}: ${sentence}`
}

/** The sentences of a refusal under the fields of the form; of several about one field the last. */
function errorsOf(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'product.code_taken' || (error.status === 409 && error.errors.productId !== undefined))
    return { productId: error.message }
  const found = Object.entries(error.errors).flatMap(([name, [sentence]]): [string, string][] => {
    const field = fieldOf(name)
    return field === undefined || sentence === undefined ? [] : [[field, sentenceFor(name, sentence)]]
  })
  return Object.fromEntries(found)
}

type ProductFormOptions<Data> = Pick<
  VersionedFormOptions<ProductFormValues, Data>,
  'data' | 'baseOf' | 'presentOf' | 'pending' | 'send'
> & {
  /** Absent: a new product. */
  productId?: string
  /** The notice about a refused save. */
  failure: string
}

/** State of a product form: fields, picture uploads and the field for a picture's address. */
export function useProductForm<Data>({ productId = '', failure, ...options }: ProductFormOptions<Data>) {
  const address = usePictureAddress()
  const form = useVersionedForm<ProductFormValues, Data>({
    ...options,
    draft: `product ${productId}`,
    sample: EMPTY_PRODUCT,
    // Saving would drop an address that is not added yet.
    check: (values) => ({ ...checkProduct(values), ...address.check() }),
    errorsOf,
    merge: mergedFields,
    differences: (opened, mine, theirs) => fieldDifferences(COMPARED, opened, mine, theirs),
    refusalText: () => failure,
    send: (update, on) =>
      uploads.busy
        ? void toast.info('Please wait until the pictures are uploaded.')
        : options.send(update, on),
  })
  const uploads = useImageUploads((url) =>
    form.edit((present) => ({ ...present, images: [...present.images, url] })),
  )
  return { ...form, uploads, address, dirty: form.dirty || uploads.busy || address.pending }
}

export type ProductFormState = Pick<
  ReturnType<typeof useProductForm>,
  'values' | 'errors' | 'edit' | 'clearErrors' | 'form' | 'save' | 'pending' | 'uploads' | 'address'
>

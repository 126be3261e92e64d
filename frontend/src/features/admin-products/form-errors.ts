import type { FieldPath, UseFormSetError } from 'react-hook-form'
import { ApiError } from '@/api/problem'
import { EMPTY_PRODUCT, type ProductFormValues } from './product-form'

const SHADE: Record<string, FieldPath<ProductFormValues>> = {
  shade: 'shadeName',
  'shade.name': 'shadeName',
  'shade.hex': 'shadeHex',
}

/** The field of the form for a field of the API: 'images[2]' → images, 'shade.hex' → shadeHex. */
function fieldOf(name: string): FieldPath<ProductFormValues> | undefined {
  const plain = name.replace(/\[.*$/, '')
  if (plain in EMPTY_PRODUCT) return plain as FieldPath<ProductFormValues>
  return SHADE[name]
}

/** 'images[2]' and 'must be…' → 'Picture 3: must be…' */
function sentenceFor(name: string, sentence: string): string {
  const index = name.match(/\[(\d+)\]/)?.[1]
  if (index === undefined) return sentence.charAt(0).toUpperCase() + sentence.slice(1)
  return `${name.startsWith('images') ? 'Picture' : 'Name'} ${Number(index) + 1}: ${sentence}`
}

/** Shows an error's messages on their fields and focuses the first; false without any. */
export function showProductErrors(error: unknown, setError: UseFormSetError<ProductFormValues>): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.code === 'product.code_taken' || (error.status === 409 && error.errors.productId !== undefined)) {
    setError('productId', { type: 'server', message: error.message }, { shouldFocus: true })
    return true
  }
  const named = Object.entries(error.errors).flatMap(([name, [sentence]]) => {
    const field = fieldOf(name)
    return field === undefined || sentence === undefined ? [] : [{ field, text: sentenceFor(name, sentence) }]
  })
  named.forEach(({ field, text }, index) => {
    setError(field, { type: 'server', message: text }, { shouldFocus: index === 0 })
  })
  return named.length > 0
}

// What the shop answers when a product is no longer as the form was opened with.
import { ApiError } from '@/api/problem'
import type { Product } from '@/api/types'
import { formatMoney } from '@/lib/money'
import { altNamesOf, changedIn, type ProductFormValues, valuesOf } from './product-form'

export type Conflict =
  /** Sold or restocked meanwhile. */
  | { kind: 'stock'; stock: number }
  /** Edited meanwhile; `product` as it is now. */
  | { kind: 'version'; product: Product }

export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { stock, product } = error.body
  if (error.code === 'product.stock_changed' && typeof stock === 'number') return { kind: 'stock', stock }
  if (error.code === 'product.version_conflict' && typeof product === 'object' && product !== null)
    return { kind: 'version', product: product as Product }
  return null
}

const amount = (text: string): string => (text.trim() === '' ? '' : formatMoney(Number(text)))

const SHOWN: readonly [keyof ProductFormValues, string, (values: ProductFormValues) => string][] = [
  ['productName', 'Product Name', (values) => values.productName.trim()],
  ['altNames', 'Alternative Names', (values) => altNamesOf(values.altNames).join(', ')],
  ['price', 'Price', (values) => amount(values.price)],
  ['lastPrice', 'Last Price', (values) => amount(values.lastPrice || values.price)],
  ['stock', 'Stock', (values) => values.stock.trim()],
  ['description', 'Description', (values) => values.description.trim()],
  ['images', 'Images', (values) => values.images.join('\n')],
  ['brand', 'Brand', (values) => values.brand.trim()],
  ['category', 'Category', (values) => values.category.trim()],
  ['family', 'Family', (values) => values.family.trim()],
  ['shadeName', 'Shade', (values) => values.shadeName.trim()],
  ['shadeHex', 'Shade colour', (values) => values.shadeHex.trim().toUpperCase()],
]

/** `mine` is null where the form left the field as it was. */
export type Difference = { label: string; mine: string | null; theirs: string }

/** Where the form, or what it was opened with, differs from the product as it is now. */
export function differences(
  values: ProductFormValues,
  opened: ProductFormValues,
  product: Product,
): Difference[] {
  const present = valuesOf(product)
  const changed = changedIn(values, opened)
  return SHOWN.filter(([, , read]) => read(values) !== read(present)).map(([key, label, read]) => ({
    label,
    mine: key in changed ? read(values) : null,
    theirs: read(present),
  }))
}

/** What was changed in the form, on top of the product as it is now. */
export function merged(
  values: ProductFormValues,
  opened: ProductFormValues,
  product: Product,
): ProductFormValues {
  return { ...valuesOf(product), ...changedIn(values, opened) }
}

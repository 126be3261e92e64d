// Conflicts: the product has changed since the form was opened.
import { ApiError } from '@/api/problem'
import type { Product } from '@/api/types'
import { formatMoney } from '@/lib/money'
import type { Difference } from '@/ui/admin/conflict-frame'
import { altNamesOf, changedIn, type ProductFormValues, valuesOf } from './product-form'

export type Conflict =
  /** The stock has changed. */
  | { kind: 'stock'; stock: number }
  /** The product was edited; `product` is its present state. */
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
  ['weightGrams', 'Weight', (values) => values.weightGrams.trim()],
  ['description', 'Description', (values) => values.description.trim()],
  ['images', 'Images', (values) => values.images.join('\n')],
  ['brand', 'Brand', (values) => values.brand.trim()],
  ['category', 'Category', (values) => values.category.trim()],
  ['family', 'Family', (values) => values.family.trim()],
  ['shadeName', 'Shade', (values) => values.shadeName.trim()],
  ['shadeHex', 'Shade colour', (values) => values.shadeHex.trim().toUpperCase()],
]

/** The fields in which the form, or its opening state, differs from the present product. */
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

/** The form's changes applied to the present product. */
export function merged(
  values: ProductFormValues,
  opened: ProductFormValues,
  product: Product,
): ProductFormValues {
  return { ...valuesOf(product), ...changedIn(values, opened) }
}

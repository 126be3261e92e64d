// Conflicts: the product has changed since the form was opened.
import { ApiError } from '@/api/problem'
import type { Product } from '@/api/types'
import { formatMoney } from '@/lib/money'
import type { ComparedField } from '@/ui/admin/compared-fields'
import { altNamesOf, type ProductFormValues } from './product-form'

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

/** The fields in which the form is compared with the present product. */
export const COMPARED: readonly ComparedField<ProductFormValues>[] = [
  { name: 'productName', label: 'Product Name', read: (values) => values.productName.trim() },
  { name: 'altNames', label: 'Alternative Names', read: (values) => altNamesOf(values.altNames).join(', ') },
  { name: 'price', label: 'Price', read: (values) => amount(values.price) },
  { name: 'lastPrice', label: 'Last Price', read: (values) => amount(values.lastPrice || values.price) },
  { name: 'stock', label: 'Stock', read: (values) => values.stock.trim() },
  { name: 'weightGrams', label: 'Weight', read: (values) => values.weightGrams.trim() },
  { name: 'description', label: 'Description', read: (values) => values.description.trim() },
  { name: 'images', label: 'Images', read: (values) => values.images.join('\n') },
  { name: 'brand', label: 'Brand', read: (values) => values.brand.trim() },
  { name: 'category', label: 'Category', read: (values) => values.category.trim() },
  { name: 'family', label: 'Family', read: (values) => values.family.trim() },
  { name: 'shadeName', label: 'Shade', read: (values) => values.shadeName.trim() },
  { name: 'shadeHex', label: 'Shade colour', read: (values) => values.shadeHex.trim().toUpperCase() },
]

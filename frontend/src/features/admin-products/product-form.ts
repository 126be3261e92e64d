// The product forms' values, and their conversion from and to the API's types.
import type { NewProduct, Product, ProductUpdate, Shade } from '@/api/types'

export type ProductFormValues = {
  productId: string
  productName: string
  /** Separated by commas. */
  altNames: string
  images: string[]
  price: string
  /** The sale price; blank where the product sells at its price. */
  lastPrice: string
  stock: string
  description: string
  brand: string
  category: string
  family: string
  shadeName: string
  shadeHex: string
  weightGrams: string
}

export const EMPTY_PRODUCT: ProductFormValues = {
  productId: '',
  productName: '',
  altNames: '',
  images: [],
  price: '',
  lastPrice: '',
  stock: '',
  description: '',
  brand: '',
  category: '',
  family: '',
  shadeName: '',
  shadeHex: '',
  weightGrams: '',
}

export const valuesOf = (product: Product): ProductFormValues => ({
  productId: product.productId,
  productName: product.productName,
  altNames: product.altNames.join(', '),
  images: product.images,
  price: String(product.price),
  lastPrice: product.lastPrice < product.price ? String(product.lastPrice) : '',
  stock: String(product.stock),
  description: product.description,
  brand: product.brand ?? '',
  category: product.category ?? '',
  family: product.family ?? '',
  shadeName: product.shade?.name ?? '',
  shadeHex: product.shade?.hex ?? '',
  weightGrams: product.weightGrams === null ? '' : String(product.weightGrams),
})

/** 'Glow Drops, , Serum ' → ['Glow Drops', 'Serum'] */
export const altNamesOf = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const textOrNull = (text: string): string | null => text.trim() || null
const shadeOf = ({ shadeName, shadeHex }: ProductFormValues): Shade | null =>
  shadeName.trim() === '' ? null : { name: shadeName.trim(), hex: shadeHex.trim() }

const commonOf = (values: ProductFormValues) => ({
  productName: values.productName.trim(),
  altNames: altNamesOf(values.altNames),
  images: values.images,
  description: values.description.trim(),
  price: Number(values.price),
  stock: Number(values.stock),
  lastPrice: values.lastPrice.trim() === '' ? null : Number(values.lastPrice),
  brand: textOrNull(values.brand),
  category: textOrNull(values.category),
  family: textOrNull(values.family),
  shade: shadeOf(values),
  weightGrams: values.weightGrams.trim() === '' ? null : Number(values.weightGrams),
})

export const newProductOf = (values: ProductFormValues): NewProduct => ({
  productId: values.productId.trim(),
  ...commonOf(values),
})

/** Version and stock at the form's opening: the server refuses the edit when they have changed. */
export type Seen = Pick<Product, 'version' | 'stock'>

export const productUpdateOf = (values: ProductFormValues, seen: Seen): ProductUpdate => ({
  ...commonOf(values),
  version: seen.version,
  expectedStock: seen.stock,
})

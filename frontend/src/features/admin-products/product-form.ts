// The product forms as a table: for each field its control, its rule, and its way from and to the API. Controls, checks, drafts and
// conflicts follow it.
import type { NewProduct, Product, ProductUpdate } from '@/api/types'
import { formatInteger } from '@/lib/integer'
import { type Limit, reservedProductIds, upperLimit } from '@/lib/limits'
import { formatMoney } from '@/lib/money'
import type { ComparedField } from '@/ui/admin/compared-fields'
import type { FieldErrors } from '@/ui/admin/field-errors'

type Fact = 'productId' | 'productName' | 'altNames' | 'price' | 'lastPrice' | 'stock' | 'weightGrams'
type Label = 'description' | 'brand' | 'category' | 'family' | 'shadeName' | 'shadeHex'
type FieldName = Fact | Label
export type ProductFormValues = Record<FieldName, string> & { images: string[] }

/** Why a text is refused; undefined for a good one. */
type Rule = (text: string, values: ProductFormValues) => string | undefined

/** 'label' is a text that may be absent, 'names' are separated by commas, 'count' is a whole number. */
type Kind = 'text' | 'label' | 'names' | 'amount' | 'count'

export type ProductField = {
  name: FieldName
  kind: Kind
  label: string
  /** The name in sentences, where it is not the label. */
  what?: string
  hint?: string
  placeholder?: string
  isNeeded?: true
  /** The most characters, or the greatest number. */
  most?: Limit
  least?: number
  /** Rows of the control. */
  rows?: number
  /** Over the full width of its card. */
  isWide?: true
  /** What has its values as suggestions. */
  suggestions?: 'brands' | 'categories' | 'families'
  rule?: Rule
}

/** 'Glow Drops, , Serum ' → ['Glow Drops', 'Serum'] */
const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

function idFault(id: string): string | undefined {
  const most = upperLimit('productIdLength')
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(id) || id.length > most)
    return `Use up to ${most} letters, digits, _ and -, starting with a letter or digit`
  return reservedProductIds().includes(id.toLowerCase())
    ? 'This ID is reserved; please choose another one'
    : undefined
}

function namesFault(text: string): string | undefined {
  const [names, length] = [upperLimit('altNames'), upperLimit('altNameLength')]
  if (namesIn(text).length > names) return `There may be at most ${names} alternative names`
  return namesIn(text).every((name) => [...name].length <= length)
    ? undefined
    : `Each alternative name may have at most ${length} characters`
}

const salePriceFault: Rule = (lastPrice, { price }) =>
  Number(lastPrice) > Number(price) ? 'Last price must not be above the price' : undefined

const hexFault: Rule = (hex, { shadeName }) => {
  if (hex === '') return shadeName.trim() === '' ? undefined : 'A shade needs its colour too'
  return /^#[0-9a-f]{6}$/i.test(hex) ? undefined : 'Use a colour such as #A6202F'
}

const shadeFault: Rule = (name, { shadeHex }) =>
  name === '' && shadeHex.trim() !== '' ? 'A shade needs its name too' : undefined

const field = (
  name: FieldName,
  kind: Kind,
  label: string,
  more: Partial<ProductField> = {},
): ProductField => ({ name, kind, label, ...more })

const LABEL = { most: 'labelLength' } as const
const NEEDED = { isNeeded: true } as const
const ID_HINT = 'Letters, digits, _ and -, such as SER-001.'
const NAMES_HINT = 'Separated by commas. Customers find the product by them too.'
const SALE_HINT = 'Only while it sells below its price.'
const WEIGHT_HINT = 'With its packaging; blank counts as 200 g.'
const FAMILY_HINT = 'Shades of one product share a family.'

/** Names, prices, stock and text. */
export const FACTS: readonly ProductField[] = [
  field('productId', 'text', 'Product ID', { ...NEEDED, hint: ID_HINT, rule: idFault }),
  field('productName', 'text', 'Product Name', {
    ...NEEDED,
    what: 'Product name',
    most: 'productNameLength',
  }),
  field('altNames', 'names', 'Alternative Names', { hint: NAMES_HINT, isWide: true, rule: namesFault }),
  field('price', 'amount', 'Price', { ...NEEDED, hint: 'In rupees (LKR).' }),
  field('lastPrice', 'amount', 'Last Price (sale price)', { hint: SALE_HINT, rule: salePriceFault }),
  field('stock', 'count', 'Stock', { ...NEEDED, least: 0, most: 'maxStock' }),
  field('weightGrams', 'count', 'Weight (g)', { hint: WEIGHT_HINT, least: 1, most: 'maxWeight' }),
  field('description', 'text', 'Description', { rows: 5, isWide: true, most: 'descriptionLength' }),
]

/** What it is sorted by. */
export const LABELS: readonly ProductField[] = [
  field('brand', 'label', 'Brand', { ...LABEL, suggestions: 'brands' }),
  field('category', 'label', 'Category', { ...LABEL, suggestions: 'categories' }),
  field('family', 'label', 'Family', { ...LABEL, suggestions: 'families', hint: FAMILY_HINT }),
]

export const SHADE: readonly ProductField[] = [
  field('shadeName', 'label', 'Shade', { ...LABEL, what: 'Shade name', rule: shadeFault }),
  field('shadeHex', 'label', 'Shade colour', { placeholder: '#A6202F', rule: hexFault }),
]

const FIELDS = [...FACTS, ...LABELS, ...SHADE]

/** 'Last Price (sale price)' → 'Last Price' */
const plainLabel = ({ label }: ProductField): string => label.replace(/ \(.*/, '')

export const EMPTY_PRODUCT: ProductFormValues = {
  ...(Object.fromEntries(FIELDS.map(({ name }) => [name, ''])) as Record<FieldName, string>),
  images: [],
}

function numberFault(
  { kind, least = 0, most }: ProductField,
  text: string,
  what: string,
): string | undefined {
  if (kind === 'amount') {
    const fits = /^\d+(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= upperLimit('maxPrice')
    return fits ? undefined : `${what} must be an amount above 0 with at most two decimals`
  }
  const limit = upperLimit(most ?? 'maxStock')
  const fits = /^\d+$/.test(text) && Number(text) >= least && Number(text) <= limit
  return fits ? undefined : `${what} must be a whole number from ${least} to ${formatInteger(limit)}`
}

/** The error of a field; undefined for a good one. */
function faultOf(field: ProductField, typed: string, values: ProductFormValues): string | undefined {
  const { kind, what = plainLabel(field), isNeeded, most, rule } = field
  const text = typed.trim()
  if (isNeeded && text === '') return `${what} is required`
  if (text !== '' && (kind === 'amount' || kind === 'count')) {
    const fault = numberFault(field, text, what)
    if (fault !== undefined) return fault
  } else if (most !== undefined && [...text].length > upperLimit(most)) {
    return `${what} may have at most ${formatInteger(upperLimit(most))} characters`
  }
  return rule?.(text, values)
}

/** The errors of all fields. */
export function checkProduct(values: ProductFormValues): FieldErrors {
  const most = upperLimit('imagesPerProduct')
  const faults = [
    ...FIELDS.map((one) => [one.name, faultOf(one, values[one.name], values)] as const),
    ['images', values.images.length > most ? `There may be at most ${most} pictures` : undefined] as const,
  ]
  return Object.fromEntries(faults.filter((fault): fault is [FieldName, string] => fault[1] !== undefined))
}

export function valuesOf(product: Product): ProductFormValues {
  const { altNames, price, lastPrice, shade, images } = product
  const known: Partial<Record<FieldName, string | number | null>> = {
    ...product,
    altNames: altNames.join(', '),
    lastPrice: lastPrice < price ? lastPrice : null,
    shadeName: shade?.name ?? '',
    shadeHex: shade?.hex ?? '',
  }
  const texts = FIELDS.map(({ name }) => [name, String(known[name] ?? '')])
  return { ...(Object.fromEntries(texts) as Record<FieldName, string>), images }
}

function sentOf({ kind }: ProductField, typed: string): string | number | string[] | null {
  const text = typed.trim()
  if (kind === 'names') return namesIn(text)
  if (kind === 'text') return text
  if (kind === 'label') return text || null
  return text === '' ? null : Number(text)
}

/** The product of the form; its texts were checked. */
export function newProductOf(values: ProductFormValues): NewProduct {
  const shadeName = values.shadeName.trim()
  const sent = [...FACTS, ...LABELS].map((one) => [one.name, sentOf(one, values[one.name])])
  return {
    ...(Object.fromEntries(sent) as Omit<NewProduct, 'shade' | 'images'>),
    shade: shadeName === '' ? null : { name: shadeName, hex: values.shadeHex.trim() },
    images: values.images,
  }
}

/** The server refuses the edit when version or stock are not those that the form was opened with. */
export function productUpdateOf(
  values: ProductFormValues,
  opened: ProductFormValues,
  version: number,
): ProductUpdate {
  const { productId: _, ...update } = newProductOf(values)
  return { ...update, version, expectedStock: Number(opened.stock) }
}

/** A value as a conflict shows it. */
function comparedText({ name, kind }: ProductField, values: ProductFormValues): string {
  const text = (name === 'lastPrice' ? values.lastPrice || values.price : values[name]).trim()
  if (kind === 'names') return namesIn(text).join(', ')
  if (name === 'shadeHex') return text.toUpperCase()
  return kind === 'amount' && text !== '' ? formatMoney(Number(text)) : text
}

/** The fields in which the form is compared with the present product. */
export const COMPARED: readonly ComparedField<ProductFormValues>[] = [
  ...FIELDS.filter(({ name }) => name !== 'productId').map((one) => ({
    name: one.name,
    label: plainLabel(one),
    read: (values: ProductFormValues) => comparedText(one, values),
  })),
  { name: 'images', label: 'Images', read: ({ images }) => images.join('\n') },
]

// The rules of the product forms: those of the shop, said before anything is sent.
import * as z from 'zod/mini'
import { altNamesOf, MAX_IMAGES, type ProductFormValues } from './product-form'

const MAX_ALT_NAMES = 20
/** Addresses below /api/products that are no product's. */
const RESERVED = ['search', 'facets', 'export', 'import', 'imports', 'update']
const MAX_LABEL = 100
const MAX_AMOUNT = 1_000_000_000
const MAX_STOCK = 1_000_000

const required = (what: string) => z.refine<string>((text) => text.trim() !== '', `${what} is required`)
const atMost = (max: number, what: string) =>
  z.refine<string>((text) => [...text.trim()].length <= max, `${what} may have at most ${max} characters`)
const label = (what: string) => z.string().check(atMost(MAX_LABEL, what))

/** Blank is a matter of `required`. */
const money = (what: string) =>
  z.refine<string>((text) => {
    if (text.trim() === '') return true
    return /^\d+(\.\d{1,2})?$/.test(text.trim()) && Number(text) > 0 && Number(text) <= MAX_AMOUNT
  }, `${what} must be an amount above 0 with at most two decimals`)

const stock = z.refine<string>(
  (text: string) => text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) <= MAX_STOCK),
  'Stock must be a whole number from 0 to 1,000,000',
)

const fields = z.object({
  productId: z.string().check(
    required('Product ID'),
    z.refine(
      (id) => id.trim() === '' || /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(id.trim()),
      'Use up to 64 letters, digits, _ and -, starting with a letter or digit',
    ),
    z.refine(
      (id) => !RESERVED.includes(id.trim().toLowerCase()),
      'This ID is reserved; please choose another one',
    ),
  ),
  productName: z.string().check(required('Product name'), atMost(200, 'Product name')),
  altNames: z.string().check(
    z.refine(
      (text) => altNamesOf(text).length <= MAX_ALT_NAMES,
      `There may be at most ${MAX_ALT_NAMES} alternative names`,
    ),
    z.refine(
      (text) => altNamesOf(text).every((name) => [...name].length <= MAX_LABEL),
      `Each alternative name may have at most ${MAX_LABEL} characters`,
    ),
  ),
  images: z.array(z.string()).check(z.maxLength(MAX_IMAGES, `There may be at most ${MAX_IMAGES} pictures`)),
  price: z.string().check(required('Price'), money('Price')),
  lastPrice: z.string().check(money('Last price')),
  stock: z.string().check(required('Stock'), stock),
  description: z.string().check(atMost(5000, 'Description')),
  brand: label('Brand'),
  category: label('Category'),
  family: label('Family'),
  shadeName: label('Shade name'),
  shadeHex: z
    .string()
    .check(
      z.refine(
        (hex) => hex.trim() === '' || /^#[0-9a-f]{6}$/i.test(hex.trim()),
        'Use a colour such as #A6202F',
      ),
    ),
})

/** Rules between fields; each is looked at though another field is wrong. */
const withOthers = <Key extends keyof ProductFormValues>(
  path: Key,
  message: string,
  fits: (values: ProductFormValues) => boolean,
) => z.refine<ProductFormValues>((values) => fits(values), { path: [path], message, when: () => true })

export const productFormSchema = fields.check(
  withOthers(
    'lastPrice',
    'Last price must not be above the price',
    ({ price, lastPrice }) => lastPrice.trim() === '' || !(Number(lastPrice) > Number(price)),
  ),
  withOthers(
    'shadeHex',
    'A shade needs its colour too',
    ({ shadeName, shadeHex }) => shadeName.trim() === '' || shadeHex.trim() !== '',
  ),
  withOthers(
    'shadeName',
    'A shade needs its name too',
    ({ shadeName, shadeHex }) => shadeHex.trim() === '' || shadeName.trim() !== '',
  ),
)

// Validation of the product forms, with the shop's limits.
import * as z from 'zod/mini'
import { formatInteger } from '@/lib/integer'
import { type Limit, reservedProductIds, upperLimit } from '@/lib/limits'
import { altNamesOf, type ProductFormValues } from './product-form'

const required = (what: string) => z.refine<string>((text) => text.trim() !== '', `${what} is required`)
const atMost = (limit: Limit, what: string) =>
  z.refine<string>((text) => [...text.trim()].length <= upperLimit(limit), {
    error: () => `${what} may have at most ${formatInteger(upperLimit(limit))} characters`,
  })
const label = (what: string) => z.string().check(atMost('labelLength', what))

/** Blank values are checked by `required`. */
const money = (what: string) =>
  z.refine<string>((text) => {
    if (text.trim() === '') return true
    return /^\d+(\.\d{1,2})?$/.test(text.trim()) && Number(text) > 0 && Number(text) <= upperLimit('maxPrice')
  }, `${what} must be an amount above 0 with at most two decimals`)

const stock = z.refine<string>(
  (text: string) =>
    text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) <= upperLimit('maxStock')),
  { error: () => `Stock must be a whole number from 0 to ${formatInteger(upperLimit('maxStock'))}` },
)

const weight = z.refine<string>(
  (text: string) =>
    text.trim() === '' ||
    (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= upperLimit('maxWeight')),
  { error: () => `Weight must be a whole number from 1 to ${formatInteger(upperLimit('maxWeight'))}` },
)

const fields = z.object({
  productId: z.string().check(
    required('Product ID'),
    z.refine(
      (id) =>
        id.trim() === '' ||
        (/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(id.trim()) && id.trim().length <= upperLimit('productIdLength')),
      {
        error: () =>
          `Use up to ${upperLimit('productIdLength')} letters, digits, _ and -, starting with a letter or digit`,
      },
    ),
    z.refine(
      (id) => !reservedProductIds().includes(id.trim().toLowerCase()),
      'This ID is reserved; please choose another one',
    ),
  ),
  productName: z.string().check(required('Product name'), atMost('productNameLength', 'Product name')),
  altNames: z.string().check(
    z.refine((text) => altNamesOf(text).length <= upperLimit('altNames'), {
      error: () => `There may be at most ${upperLimit('altNames')} alternative names`,
    }),
    z.refine((text) => altNamesOf(text).every((name) => [...name].length <= upperLimit('altNameLength')), {
      error: () => `Each alternative name may have at most ${upperLimit('altNameLength')} characters`,
    }),
  ),
  images: z.array(z.string()).check(
    z.refine((images) => images.length <= upperLimit('imagesPerProduct'), {
      error: () => `There may be at most ${upperLimit('imagesPerProduct')} pictures`,
    }),
  ),
  price: z.string().check(required('Price'), money('Price')),
  lastPrice: z.string().check(money('Last price')),
  stock: z.string().check(required('Stock'), stock),
  weightGrams: z.string().check(weight),
  description: z.string().check(atMost('descriptionLength', 'Description')),
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

/** Rules between fields, checked even if another field is invalid. */
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

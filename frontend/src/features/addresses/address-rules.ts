// The rules of an address in its parts (contract-commerce, section 1), which the API checks again.
import * as z from 'zod/mini'
import type { Address, AddressRequest } from '@/api/types'
import { requiredText } from '@/lib/field-rules'
import { lowerLimit, upperLimit } from '@/lib/limits'

/** The most characters of a line, a city and a label. */
export const MAX_LINE = 200
export const MAX_CITY = 100
const MAX_LABEL = 50

/** What copying from a web page or a contact brings along, as the API cleans it: format marks, wide spaces and hyphens, dots. */
const cleanPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Zs}.·•]/gu, ' ')
    .replace(/[\p{Pd}−]/gu, '-')
    .trim()

const isPhone = (pasted: string): boolean => {
  const text = cleanPhone(pasted)
  return (
    /^[\d ()+-]+$/.test(text) &&
    text.length >= lowerLimit('phoneMinLength') &&
    text.length <= upperLimit('phoneMaxLength')
  )
}

/** A required phone number of digits, spaces and `+ - ( )`. */
export const phoneRule = () =>
  z.string().check(
    z.trim(),
    z.minLength(1, { error: 'Phone number is required', abort: true }),
    z.refine(isPhone, {
      error: () =>
        `Please give ${lowerLimit('phoneMinLength')} to ${upperLimit('phoneMaxLength')} digits; spaces, + - ( ) are fine`,
    }),
  )

const shorterThan = (max: number) =>
  z.refine<string>((text) => [...text].length <= max, { error: `Use at most ${max} characters` })

const optionalText = (max: number) => z.string().check(z.trim(), shorterThan(max))
const filled = (missing: string, max: number) =>
  z.string().check(z.trim(), z.minLength(1, { error: missing, abort: true }), shorterThan(max))

/** Blank, or 5 digits. */
export const postalCodeRule = () =>
  z.string().check(z.trim(), z.regex(/^(\d{5})?$/, 'A postal code has 5 digits'))

export const ADDRESS_FORM = z.object({
  label: optionalText(MAX_LABEL),
  name: requiredText('Full name is required', 'orderNameLength'),
  phone: phoneRule(),
  line1: filled('House and street are required', MAX_LINE),
  line2: optionalText(MAX_LINE),
  city: filled('City is required', MAX_CITY),
  postalCode: postalCodeRule(),
  district: filled('Please choose the district', MAX_CITY),
})

export type AddressValues = z.infer<typeof ADDRESS_FORM>

const FIELDS = Object.keys(ADDRESS_FORM.shape) as (keyof AddressValues)[]

/** The values of all fields. */
const valuesFrom = (of: (field: keyof AddressValues) => string) =>
  Object.fromEntries(FIELDS.map((field) => [field, of(field)])) as AddressValues

export const BLANK_ADDRESS = valuesFrom(() => '')

/** The fields of a saved address; null members are blank. */
export const valuesOf = (address: Address) => valuesFrom((field) => address[field] ?? '')

/** What is sent for these fields; blank optional ones are null. */
export const requestOf = (values: AddressValues, isDefault: boolean): AddressRequest => ({
  ...values,
  label: values.label || null,
  line2: values.line2 || null,
  postalCode: values.postalCode || null,
  isDefault,
})

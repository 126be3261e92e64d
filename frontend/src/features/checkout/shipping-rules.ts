import * as z from 'zod/mini'
import { MAX_CITY, MAX_LINE, phoneRule, postalCodeRule } from '@/features/addresses/address-rules'
import { atMost, requiredText } from '@/lib/field-rules'
import type { ShippingValues } from './shipping-values'

/** What the fields depend on. */
export type ShippingNeeds = {
  /** The order goes to a saved address. */
  isSaved: boolean
  /** The customer fetches the order. */
  isPickup: boolean
  /** Charges differ between districts. */
  needsDistrict: boolean
}

type Parts = Pick<ShippingValues, 'city' | 'postalCode' | 'district' | 'keep'>

/** Whether the address is sent in its parts: another part than the text is given or needed. */
export const isInParts = (
  { city, postalCode, district, keep }: Parts,
  { needsDistrict }: Pick<ShippingNeeds, 'needsDistrict'>,
): boolean => needsDistrict || keep !== '' || [city, postalCode, district].some((part) => part.trim() !== '')

/** The lines of a typed address: the first one, and the others in one. */
export function addressLines(address: string): { line1: string; line2: string } {
  const [line1 = '', ...others] = address
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
  return { line1, line2: others.join(', ') }
}

const fitsLines = (address: string): boolean => {
  const { line1, line2 } = addressLines(address)
  return [line1, line2].every((line) => [...line].length <= MAX_LINE)
}

const anything = () => z.string().check(z.trim())
const filled = (missing: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(MAX_CITY, `Use at most ${MAX_CITY} characters`),
    )
const line = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Shipping address is required', abort: true }),
      z.refine(fitsLines, `Use at most ${MAX_LINE} characters in a line`),
    )

const NOTHING = {
  name: anything(),
  phone: anything(),
  address: anything(),
  city: anything(),
  postalCode: anything(),
  district: anything(),
}

function recipient({ isSaved }: ShippingNeeds) {
  if (isSaved) return NOTHING
  return { ...NOTHING, name: requiredText('Full name is required', 'orderNameLength'), phone: phoneRule() }
}

function place(values: ShippingValues, needs: ShippingNeeds) {
  if (needs.isSaved || needs.isPickup) return {}
  if (!isInParts(values, needs))
    return { address: requiredText('Shipping address is required', 'orderAddressLength') }
  return {
    address: line(),
    city: filled('City is required'),
    district: filled('Please choose the district'),
    postalCode: postalCodeRule(),
  }
}

/** The rules of the contract, Orders and contract-commerce, section 1. */
export const shippingForm = (values: ShippingValues, needs: ShippingNeeds) =>
  z.object({
    ...recipient(needs),
    ...place(values, needs),
    addressId: z.string(),
    keep: z.string(),
    deliveryMethod: z.string(),
    paymentMethod: z.string(),
    customerNote: z.string().check(z.trim(), atMost('customerNoteLength')),
  })

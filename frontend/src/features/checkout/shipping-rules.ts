import * as z from 'zod/mini'
import { requiredText } from '@/lib/field-rules'
import { lowerLimit, upperLimit } from '@/lib/limits'

const isPhone = (text: string): boolean =>
  /^[\d ()+-]+$/.test(text) &&
  text.length >= lowerLimit('phoneMinLength') &&
  text.length <= upperLimit('phoneMaxLength')

/** The rules of the contract, Orders; a phone number is of digits, spaces and `+ - ( )`. */
export const SHIPPING_FORM = z.object({
  name: requiredText('Full name is required', 'orderNameLength'),
  address: requiredText('Shipping address is required', 'orderAddressLength'),
  phone: z.string().check(
    z.trim(),
    z.minLength(1, { error: 'Phone number is required', abort: true }),
    z.refine(isPhone, {
      error: () =>
        `Please give ${lowerLimit('phoneMinLength')} to ${upperLimit('phoneMaxLength')} digits; spaces, + - ( ) are fine`,
    }),
  ),
})

export type ShippingValues = z.infer<typeof SHIPPING_FORM>

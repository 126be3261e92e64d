import * as z from 'zod/mini'
import { requiredText } from '@/lib/field-rules'

/** Limits of the contract, Orders: name 1 to 200, address 1 to 1,000, phone 7 to 20 of digits, spaces, `+ - ( )`. */
export const SHIPPING_FORM = z.object({
  name: requiredText('Full name is required', 200),
  address: requiredText('Shipping address is required', 1000),
  phone: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Phone number is required', abort: true }),
      z.regex(/^[\d ()+-]{7,20}$/, 'Please give 7 to 20 digits; spaces, + - ( ) are fine'),
    ),
})

export type ShippingValues = z.infer<typeof SHIPPING_FORM>

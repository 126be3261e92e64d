import * as z from 'zod/mini'
import { atLeast, atMost, emailRule, requiredText } from '@/lib/field-rules'

/** Rules and messages of spec.md §5, with the shop's limits. */
export const CONTACT_FORM = z.object({
  name: requiredText('Name is required', 'contactNameLength'),
  email: emailRule(),
  message: z.string().check(
    z.trim(),
    z.minLength(1, { error: 'Message cannot be empty', abort: true }),
    atLeast('contactMessageMin', (min) => `Message should be at least ${min} characters`),
    atMost('contactMessageLength'),
  ),
})

export type ContactValues = z.infer<typeof CONTACT_FORM>

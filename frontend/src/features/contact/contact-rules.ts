import * as z from 'zod/mini'
import { emailRule, requiredText } from '@/lib/field-rules'

/** The rules and sentences of spec.md §5, to the letter; the upper limits keep what is sent within reason. */
export const CONTACT_FORM = z.object({
  name: requiredText('Name is required', 200),
  email: emailRule(),
  message: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Message cannot be empty', abort: true }),
      z.minLength(10, 'Message should be at least 10 characters'),
      z.maxLength(5000, 'Use at most 5000 characters'),
    ),
})

export type ContactValues = z.infer<typeof CONTACT_FORM>

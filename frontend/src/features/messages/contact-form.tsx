import { useState } from 'react'
import * as z from 'zod/mini'
import { messageOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { atLeast, atMost, emailRule, requiredText } from '@/lib/field-rules'
import { useZodForm } from '@/lib/use-zod-form'
import { Button } from '@/ui/button'
import { EmailField, TextareaField, TextField } from '@/ui/field'
import { Refusal } from '@/ui/refusal'
import { toast } from '@/ui/toast'
import { useSendContactMessage } from './queries'

/** Rules and messages of spec.md §5, with the shop's limits. */
const CONTACT_FORM = z.object({
  name: requiredText('Name is required', 'contactNameLength'),
  email: emailRule(),
  message: z.string().check(
    z.trim(),
    z.minLength(1, { error: 'Message cannot be empty', abort: true }),
    atLeast('contactMessageMin', (min) => `Message should be at least ${min} characters`),
    atMost('contactMessageLength'),
  ),
})

type ContactValues = z.infer<typeof CONTACT_FORM>

const BLANK: ContactValues = { name: '', email: '', message: '' }
const WRONG = 'Please fix the errors before submitting.'

/** 'Get in Touch'. The draft is kept for its owner until the message is sent. */
export function ContactForm() {
  const owner = useSession().user?.email ?? null
  return <OwnContactForm key={owner} owner={owner} />
}

function OwnContactForm({ owner }: { owner: string | null }) {
  const { mutateAsync } = useSendContactMessage()
  const [failure, setFailure] = useState<string | null>(null)
  const { field, submit, reset, isSubmitting } = useZodForm({
    rules: CONTACT_FORM,
    blank: BLANK,
    draft: { name: 'contact', owner },
  })
  const send = async (values: ContactValues) => {
    setFailure(null)
    await mutateAsync(values)
    toast.success('Message sent successfully!')
    reset(BLANK)
  }
  const failed = (error: unknown, isOnField: boolean) => {
    if (isOnField) return toast.error(WRONG)
    const reason = messageOf(error, 'Your message could not be sent. Please try again.')
    toast.error(reason)
    setFailure(reason)
  }
  return (
    // Sent before its script is there, the form would put the message into the address. `dialog` does nothing outside a dialog.
    <form
      method="dialog"
      noValidate
      onSubmit={submit(send, failed, () => toast.error(WRONG))}
      className="flex flex-col gap-4"
    >
      <TextField label="Your Name" autoComplete="name" {...field('name')} />
      <EmailField label="Your Email" {...field('email')} />
      <TextareaField label="Message" rows={6} {...field('message')} />
      {failure !== null && <Refusal>{failure} Nothing you typed is lost.</Refusal>}
      <Button
        type="submit"
        size="lg"
        className="sm:self-start"
        pending={isSubmitting}
        pendingLabel="Sending..."
      >
        Send Message
      </Button>
    </form>
  )
}

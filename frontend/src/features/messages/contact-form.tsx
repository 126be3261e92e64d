import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { bindFields, showFieldErrors } from '@/api/form-errors'
import { messageOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { loadDraft } from '@/lib/draft'
import { useFormDraft } from '@/lib/use-form-draft'
import { Button } from '@/ui/button'
import { EmailField, TextareaField, TextField } from '@/ui/field'
import { Refusal } from '@/ui/refusal'
import { toast } from '@/ui/toast'
import { CONTACT_FORM, type ContactValues } from './contact-rules'
import { useSendContactMessage } from './queries'

const BLANK: ContactValues = { name: '', email: '', message: '' }
const DRAFT = 'contact'
const WRONG = 'Please fix the errors before submitting.'

/** 'Get in Touch'. The draft is kept for its owner until the message is sent. */
export function ContactForm() {
  const owner = useSession().user?.email ?? null
  return <OwnContactForm key={owner} owner={owner} />
}

function OwnContactForm({ owner }: { owner: string | null }) {
  const { mutateAsync } = useSendContactMessage()
  const [failure, setFailure] = useState<string | null>(null)
  const { register, handleSubmit, setError, reset, watch, formState } = useForm<ContactValues>({
    resolver: zodResolver(CONTACT_FORM),
    defaultValues: loadDraft(DRAFT, owner, BLANK) ?? BLANK,
  })
  useFormDraft(watch, DRAFT, owner, BLANK)
  const { isSubmitting } = formState
  const field = bindFields({ register, formState })
  const send = async (values: ContactValues) => {
    setFailure(null)
    try {
      await mutateAsync(values)
      toast.success('Message sent successfully!')
      reset(BLANK)
    } catch (error) {
      if (showFieldErrors(error, ['name', 'email', 'message'], setError)) return toast.error(WRONG)
      const reason = messageOf(error, 'Your message could not be sent. Please try again.')
      toast.error(reason)
      setFailure(reason)
    }
  }
  return (
    // Sent before its script is there, the form would put the message into the address. `dialog` does nothing outside a dialog.
    <form
      method="dialog"
      noValidate
      onSubmit={handleSubmit(send, () => toast.error(WRONG))}
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

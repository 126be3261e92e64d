import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { useMailConnected } from '@/api/mail-connection'
import { messageOf } from '@/api/problem'
import { emailRule } from '@/lib/field-rules'
import { useZodForm } from '@/lib/use-zod-form'
import { Button } from '@/ui/button'
import { EmailField } from '@/ui/field'
import { PageMeta } from '@/ui/page-meta'
import { toast } from '@/ui/toast'
import { AuthFrame, TEXT_LINK } from './auth-frame'
import { useTypedEmail } from './login-destination'
import { useForgotPassword } from './queries'

export const TITLE = 'Forgot password?'

const NO_MAIL = 'This shop cannot send mails yet. Please contact us to get back into your account.'

const FORM = z.object({ email: emailRule() })

/** `focused` after a new request, whose button has disappeared. */
function AskForm({ focused, onSent }: { focused: boolean; onSent: (message: string) => void }) {
  const typed = useTypedEmail()
  const { mutateAsync } = useForgotPassword()
  const { field, submit, setFocus, isSubmitting } = useZodForm({
    rules: FORM,
    blank: { email: '' },
    start: { email: focused ? '' : typed },
  })
  useEffect(() => {
    if (focused) setFocus('email')
  }, [focused, setFocus])
  const send = submit(
    async (values) => onSent((await mutateAsync(values)).message),
    (error) => toast.error(messageOf(error)),
  )
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-5">
      <EmailField label="Email" {...field('email')} />
      <Button type="submit" size="lg" block pending={isSubmitting} pendingLabel="Processing...">
        Send the link
      </Button>
    </form>
  )
}

/** The answer does not reveal whether the account exists. */
export function ForgotPasswordPage() {
  const [sent, setSent] = useState<string | null>(null)
  const [again, setAgain] = useState(false)
  const answer = useRef<HTMLDivElement>(null)
  const mails = useMailConnected()
  const onSent = (message: string) => {
    // The focused button disappears with the form: the answer receives the focus.
    answer.current?.focus({ preventScroll: true })
    setSent(message)
    setAgain(true)
  }
  return (
    <AuthFrame
      title={TITLE}
      intro={mails ? 'Tell us your email and we send you a link to set a new one.' : NO_MAIL}
      footer={
        <Link to="/login" state={{ email: useTypedEmail() }} className={TEXT_LINK}>
          Back to login
        </Link>
      }
    >
      <PageMeta title={TITLE} />
      <div ref={answer} tabIndex={-1} role="status">
        {sent !== null && (
          <div className="flex gap-3 rounded-input bg-mist p-4 text-lagoon">
            <MailCheck aria-hidden size={22} className="mt-0.5 flex-none" />
            <div>
              <p className="font-semibold">{sent}</p>
              {mails && (
                <p className="mt-1">The link works for 30 minutes. Please look in the spam folder, too.</p>
              )}
              <button
                type="button"
                onClick={() => setSent(null)}
                className="min-h-11 font-semibold underline underline-offset-4"
              >
                Use another email
              </button>
            </div>
          </div>
        )}
      </div>
      {sent === null && <AskForm focused={again} onSent={onSent} />}
    </AuthFrame>
  )
}

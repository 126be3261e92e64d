import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { messageOf } from '@/api/problem'
import { newPasswordRule, passwordHint } from '@/lib/field-rules'
import { useIsCurrentPage } from '@/lib/use-is-current-page'
import { useZodForm } from '@/lib/use-zod-form'
import { Button } from '@/ui/button'
import { PasswordField } from '@/ui/field'
import { toast } from '@/ui/toast'
import { DeadLink, LinkPage, tokenRefusal, WideLink } from './link-page'
import { useLinkToken } from './link-token'
import { useResetPassword } from './queries'

export const TITLE = 'Set a new password'

const INCOMPLETE = 'This link is not complete. Please open it from the email, or ask for a new one.'

const FORM = z.object({ password: newPasswordRule() })

function Dead({ reason }: { reason: string }) {
  return (
    <DeadLink reason={reason}>
      <WideLink to="/forgot-password">Ask for a new link</WideLink>
    </DeadLink>
  )
}

function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const stillHere = useIsCurrentPage()
  const { mutateAsync, error } = useResetPassword()
  const { field, submit, isSubmitting } = useZodForm({ rules: FORM, blank: { password: '' } })
  const save = submit(
    async ({ password }) => {
      toast.success((await mutateAsync({ token, password })).message)
      if (stillHere()) void navigate('/login', { replace: true })
    },
    (failure) => {
      if (tokenRefusal(failure) === undefined) toast.error(messageOf(failure))
    },
  )
  const refusal = tokenRefusal(error)
  if (refusal !== undefined) return <Dead reason={refusal} />
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-5">
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`${passwordHint()}You will be logged out on every device.`}
        {...field('password')}
      />
      <Button type="submit" size="lg" block pending={isSubmitting} pendingLabel="Processing...">
        Save new password
      </Button>
    </form>
  )
}

export function ResetPasswordPage() {
  const token = useLinkToken()
  return (
    <LinkPage
      title={TITLE}
      back={{ to: '/login', label: 'Back to login' }}
      token={token}
      incomplete={<Dead reason={INCOMPLETE} />}
    >
      <NewPasswordForm token={token} />
    </LinkPage>
  )
}

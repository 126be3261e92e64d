import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { showFieldErrors } from '@/api/form-errors'
import { firstFieldErrors, messageOf } from '@/api/problem'
import { newPasswordRule, passwordHint } from '@/lib/field-rules'
import { useIsCurrentPage } from '@/lib/use-is-current-page'
import { Button, ButtonLink } from '@/ui/button'
import { PasswordField } from '@/ui/field'
import { PageMeta } from '@/ui/page-meta'
import { Refusal } from '@/ui/refusal'
import { toast } from '@/ui/toast'
import { AuthFrame, TEXT_LINK } from './auth-frame'
import { useLinkToken } from './link-token'
import { useResetPassword } from './queries'

export const TITLE = 'Set a new password'

const FORM = z.object({ password: newPasswordRule() })
type Values = z.infer<typeof FORM>

function AskAnew({ reason }: { reason: string }) {
  return (
    <div className="flex flex-col gap-5">
      <Refusal>{reason}</Refusal>
      <ButtonLink to="/forgot-password" size="lg" block>
        Ask for a new link
      </ButtonLink>
    </div>
  )
}

function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const stillHere = useIsCurrentPage()
  const { mutateAsync, error } = useResetPassword()
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver: zodResolver(FORM),
    defaultValues: { password: '' },
  })
  const submit = handleSubmit(async ({ password }) => {
    try {
      toast.success((await mutateAsync({ token, password })).message)
      if (stillHere()) void navigate('/login', { replace: true })
    } catch (failure) {
      if (firstFieldErrors(failure).token !== undefined) return
      toast.error(messageOf(failure))
      showFieldErrors(failure, ['password'], setError)
    }
  })
  const dead = firstFieldErrors(error).token
  if (dead !== undefined) return <AskAnew reason={messageOf(error, dead)} />
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`${passwordHint()}You will be logged out on every device.`}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" size="lg" block pending={formState.isSubmitting} pendingLabel="Processing...">
        Save new password
      </Button>
    </form>
  )
}

export function ResetPasswordPage() {
  const token = useLinkToken()
  return (
    <AuthFrame
      title="Set a new password"
      footer={
        <Link to="/login" className={TEXT_LINK}>
          Back to login
        </Link>
      }
    >
      <PageMeta title={TITLE} />
      {token === '' ? (
        <AskAnew reason="This link is not complete. Please open it from the email, or ask for a new one." />
      ) : (
        <NewPasswordForm token={token} />
      )}
    </AuthFrame>
  )
}

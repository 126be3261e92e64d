import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'
import { firstFieldErrors, messageOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { Button, ButtonLink } from '@/ui/button'
import { PageMeta } from '@/ui/page-meta'
import { Refusal } from '@/ui/refusal'
import { toast } from '@/ui/toast'
import { AuthFrame, TEXT_LINK } from './auth-frame'
import { FocusedAnswer } from './focused-answer'
import { useLinkToken } from './link-token'
import { useVerifyEmail } from './queries'
import { ResendLink } from './resend-link'

export const TITLE = 'Confirm your email'

const INCOMPLETE = 'This link is not complete. Please open it from the email, or ask for a new one.'

function DeadLink({ reason }: { reason: string }) {
  const { user } = useSession()
  return (
    <div className="flex flex-col gap-5">
      <Refusal>{reason}</Refusal>
      {user === null ? (
        <ButtonLink to="/login" size="lg" block>
          Log in for a new link
        </ButtonLink>
      ) : (
        <ResendLink block />
      )}
    </div>
  )
}

function Confirmed({ message }: { message: string }) {
  return (
    <div className="flex flex-col gap-5">
      <FocusedAnswer icon={BadgeCheck} className="font-semibold">
        {message}
      </FocusedAnswer>
      <ButtonLink to="/products" size="lg" block>
        Continue shopping
      </ButtonLink>
    </div>
  )
}

/** A press confirms, not the opening of the page: programs that check the links of a mail open them, too. */
function Confirm({ token }: { token: string }) {
  const { mutate, data, error, isPending } = useVerifyEmail()
  const dead = firstFieldErrors(error).token
  if (data !== undefined) return <Confirmed message={data.message} />
  if (dead !== undefined) return <DeadLink reason={messageOf(error, dead)} />
  const confirm = () =>
    mutate(
      { token },
      {
        onError: (failure) => {
          if (firstFieldErrors(failure).token === undefined) toast.error(messageOf(failure))
        },
      },
    )
  return (
    <Button size="lg" block pending={isPending} pendingLabel="Processing..." onClick={confirm}>
      Confirm my email
    </Button>
  )
}

export function VerifyEmailPage() {
  const token = useLinkToken()
  return (
    <AuthFrame
      title="Confirm your email"
      intro="So that mails about your orders reach you."
      footer={
        <Link to="/" className={TEXT_LINK}>
          Back to the shop
        </Link>
      }
    >
      <PageMeta title={TITLE} />
      {token === '' ? <DeadLink reason={INCOMPLETE} /> : <Confirm token={token} />}
    </AuthFrame>
  )
}

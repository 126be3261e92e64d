import { BadgeCheck } from 'lucide-react'
import { useSession } from '@/api/session'
import { DeadLink, LinkAnswer, LinkPage, tokenRefusal, UseLinkButton, WideLink } from './link-page'
import { useLinkToken } from './link-token'
import { useVerifyEmail } from './queries'
import { ResendLink } from './resend-link'

export const TITLE = 'Confirm your email'

const INCOMPLETE = 'This link is not complete. Please open it from the email, or ask for a new one.'

function Dead({ reason }: { reason: string }) {
  const { user } = useSession()
  return (
    <DeadLink reason={reason}>
      {user === null ? <WideLink to="/login">Log in for a new link</WideLink> : <ResendLink block />}
    </DeadLink>
  )
}

function Confirm({ token }: { token: string }) {
  const verify = useVerifyEmail()
  const refusal = tokenRefusal(verify.error)
  if (refusal !== undefined) return <Dead reason={refusal} />
  if (verify.data === undefined) {
    return (
      <UseLinkButton mutation={verify} token={token}>
        Confirm my email
      </UseLinkButton>
    )
  }
  return (
    <LinkAnswer icon={BadgeCheck} className="font-semibold" answer={verify.data.message}>
      <WideLink to="/products">Continue shopping</WideLink>
    </LinkAnswer>
  )
}

export function VerifyEmailPage() {
  const token = useLinkToken()
  return (
    <LinkPage
      title={TITLE}
      intro="So that mails about your orders reach you."
      back={{ to: '/', label: 'Back to the shop' }}
      token={token}
      incomplete={<Dead reason={INCOMPLETE} />}
    >
      <Confirm token={token} />
    </LinkPage>
  )
}

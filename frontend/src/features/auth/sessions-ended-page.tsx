import { ShieldCheck } from 'lucide-react'
import { useReportSignIn } from './invitation-queries'
import { DeadLink, LinkAnswer, LinkPage, tokenRefusal, UseLinkButton, WideLink } from './link-page'
import { useLinkToken } from './link-token'

export const TITLE = 'Was this not you?'

const INCOMPLETE = 'This link is not complete. Please open it from the email.'
const DEAD = 'This link was used already, or it is older than 7 days.'

const NewPassword = () => <WideLink to="/forgot-password">Set a new password</WideLink>

/** A link that ends no session. */
function Dead({ reason }: { reason: string }) {
  return (
    <DeadLink reason={reason}>
      <p>A new password signs you out everywhere, too.</p>
      <NewPassword />
    </DeadLink>
  )
}

function EndSessions({ token }: { token: string }) {
  const report = useReportSignIn()
  if (tokenRefusal(report.error) !== undefined) return <Dead reason={DEAD} />
  if (!report.isSuccess) {
    return (
      <UseLinkButton mutation={report} token={token} variant="danger">
        Sign out everywhere
      </UseLinkButton>
    )
  }
  return (
    <LinkAnswer
      icon={ShieldCheck}
      answer={
        <div>
          <p className="font-semibold">You are signed out on every device.</p>
          <p className="mt-1">Whoever signed in knows your password. Set a new one now.</p>
        </div>
      }
    >
      <NewPassword />
    </LinkAnswer>
  )
}

/** The page of the link in a mail about a sign-in from a new device. */
export function SessionsEndedPage() {
  const token = useLinkToken()
  return (
    <LinkPage
      title={TITLE}
      intro="Someone signed in to your account from a new device. If it was not you, sign out everywhere and set a new password."
      back={{ to: '/', label: 'It was me. Back to the shop' }}
      token={token}
      incomplete={<Dead reason={INCOMPLETE} />}
    >
      <EndSessions token={token} />
    </LinkPage>
  )
}

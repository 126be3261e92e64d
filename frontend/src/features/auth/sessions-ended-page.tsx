import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { messageOf } from '@/api/problem'
import { Button, ButtonLink } from '@/ui/button'
import { PageMeta } from '@/ui/page-meta'
import { Refusal } from '@/ui/refusal'
import { toast } from '@/ui/toast'
import { AuthFrame, TEXT_LINK } from './auth-frame'
import { FocusedAnswer } from './focused-answer'
import { isDeadLink, useReportSignIn } from './invitation-queries'
import { useLinkToken } from './link-token'

export const TITLE = 'Was this not you?'

const INCOMPLETE = 'This link is not complete. Please open it from the email.'
const DEAD = 'This link was used already, or it is older than 7 days.'

/** What to do with a link that ends nothing. */
function DeadLink({ reason }: { reason: string }) {
  return (
    <div className="flex flex-col gap-5">
      <Refusal>{reason}</Refusal>
      <p>A new password signs you out everywhere, too.</p>
      <ButtonLink to="/forgot-password" size="lg" block>
        Set a new password
      </ButtonLink>
    </div>
  )
}

function Ended() {
  return (
    <div className="flex flex-col gap-5">
      <FocusedAnswer icon={ShieldCheck}>
        <div>
          <p className="font-semibold">You are signed out on every device.</p>
          <p className="mt-1">Whoever signed in knows your password. Set a new one now.</p>
        </div>
      </FocusedAnswer>
      <ButtonLink to="/forgot-password" size="lg" block>
        Set a new password
      </ButtonLink>
    </div>
  )
}

/** A press ends the sessions, not the opening of the page: programs that check the links of a mail open them, too. */
function EndSessions({ token }: { token: string }) {
  const { mutate, isSuccess, error, isPending } = useReportSignIn()
  if (isSuccess) return <Ended />
  if (isDeadLink(error)) return <DeadLink reason={DEAD} />
  const end = () =>
    mutate(token, {
      onError: (failure) => {
        if (!isDeadLink(failure)) toast.error(messageOf(failure))
      },
    })
  return (
    <Button size="lg" block variant="danger" pending={isPending} pendingLabel="Processing..." onClick={end}>
      Sign out everywhere
    </Button>
  )
}

/** The page of the link in a mail about a sign-in from a new device. */
export function SessionsEndedPage() {
  const token = useLinkToken()
  return (
    <AuthFrame
      title={TITLE}
      intro="Someone signed in to your account from a new device. If it was not you, sign out everywhere and set a new password."
      footer={
        <Link to="/" className={TEXT_LINK}>
          It was me. Back to the shop
        </Link>
      }
    >
      <PageMeta title={TITLE} />
      {token === '' ? <DeadLink reason={INCOMPLETE} /> : <EndSessions token={token} />}
    </AuthFrame>
  )
}

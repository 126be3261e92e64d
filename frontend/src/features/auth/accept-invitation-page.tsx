import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { messageOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { roleLabel } from '@/api/staff'
import type { AcceptInvitationRequest, Invitation as Offer } from '@/api/types'
import { useIsCurrentPage } from '@/lib/use-is-current-page'
import { useZodForm } from '@/lib/use-zod-form'
import { Button, ButtonLink } from '@/ui/button'
import { Loaded } from '@/ui/loaded'
import { useShopName } from '@/ui/page-meta'
import { toast } from '@/ui/toast'
import { ACCOUNT_RULES, NameFields, NewPasswordField } from './account-fields'
import { invitationQuery, isOther, useAccept } from './invitation-queries'
import { DeadLink, LinkPage, tokenRefusal } from './link-page'
import { forgetInvitation, keepInvitation, useInvitationToken } from './link-token'

export const TITLE = 'Accept your invitation'

const INCOMPLETE = 'This link is not complete. Please open it from the email.'
const DEAD = 'This invitation does not work any more. It was used or withdrawn, or it is older than 72 hours.'

const FORM = z.object(ACCOUNT_RULES)
const BLANK = { firstName: '', lastName: '', password: '' }

function Dead({ reason }: { reason: string }) {
  return (
    <DeadLink reason={reason}>
      <p>Ask the owner of the shop for a new one.</p>
    </DeadLink>
  )
}

type FormProps = {
  invitation: Offer
  /** Sends the acceptance; rejects with the refusal. */
  accept: (more: Omit<AcceptInvitationRequest, 'token'>) => Promise<void>
}

/** Names and password of a new account. */
function NewAccount({ invitation: { email }, accept }: FormProps) {
  const { field, submit, isSubmitting } = useZodForm({ rules: FORM, blank: BLANK })
  return (
    <form
      noValidate
      onSubmit={submit(accept, (error) => toast.error(messageOf(error)))}
      className="flex flex-col gap-4"
    >
      {/* Tells a password manager whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <NameFields firstName={field('firstName')} lastName={field('lastName')} />
      <NewPasswordField {...field('password')} />
      <Button type="submit" size="lg" block pending={isSubmitting} pendingLabel="Processing...">
        Create account and accept
      </Button>
    </form>
  )
}

/** The invited address is a customer's, who signs in first. */
function SignInFirst({ email, other }: { email: string; other: boolean }) {
  const { pathname } = useLocation()
  const token = useInvitationToken()
  return (
    <div className="flex flex-col gap-5">
      <p>
        <span className="font-semibold wrap-anywhere">{email}</span> is a customer here already. Log in{' '}
        {other && 'with this account '}to accept; your orders and addresses stay.
      </p>
      <ButtonLink
        to={`/login?next=${encodeURIComponent(pathname)}`}
        state={{ email }}
        size="lg"
        block
        onClick={() => keepInvitation(token)}
      >
        Log in as this customer
      </ButtonLink>
    </div>
  )
}

function Customer({ invitation: { email }, accept }: FormProps) {
  const { user } = useSession()
  const [pending, setPending] = useState(false)
  if (user?.email !== email) return <SignInFirst email={email} other={user !== null} />
  const acceptAs = async () => {
    setPending(true)
    try {
      await accept({})
    } catch (error) {
      toast.error(isOther(error) ? 'Please log in as the invited customer first.' : messageOf(error))
    }
    setPending(false)
  }
  return (
    <div className="flex flex-col gap-5">
      <p>
        You accept as <span className="font-semibold wrap-anywhere">{email}</span>. Your other devices are
        signed out, and signing in with Google ends: from now on you use your password.
      </p>
      <Button size="lg" block pending={pending} pendingLabel="Processing..." onClick={() => void acceptAs()}>
        Accept
      </Button>
    </div>
  )
}

function Invitation({ token }: { token: string }) {
  const query = useQuery(invitationQuery(token))
  const { mutateAsync, error: refusal } = useAccept()
  const shopName = useShopName()
  const navigate = useNavigate()
  const stillHere = useIsCurrentPage()
  const accept: FormProps['accept'] = async (more) => {
    await mutateAsync({ token, ...more })
    forgetInvitation()
    toast.success(`Welcome to the staff of ${shopName}!`)
    if (stillHere()) void navigate('/admin', { replace: true })
  }
  if ([query.error, refusal].some((error) => tokenRefusal(error) !== undefined)) return <Dead reason={DEAD} />
  return (
    <Loaded query={query} skeleton="h-64">
      {(invitation) => {
        const isNew = invitation.account === 'new'
        const Form = isNew ? NewAccount : Customer
        return (
          <>
            <p className="mb-6">
              You are invited to work in {shopName} as <strong>{roleLabel(invitation.role)}</strong>
              {isNew && (
                <>
                  , with the address <span className="font-semibold wrap-anywhere">{invitation.email}</span>
                </>
              )}
              .
            </p>
            <Form invitation={invitation} accept={accept} />
          </>
        )
      }}
    </Loaded>
  )
}

/** The page of an invitation's link. */
export function AcceptInvitationPage() {
  const token = useInvitationToken()
  return (
    <LinkPage
      title={TITLE}
      back={{ to: '/', label: 'To the shop' }}
      token={token}
      incomplete={<Dead reason={INCOMPLETE} />}
    >
      <Invitation key={token} token={token} />
    </LinkPage>
  )
}

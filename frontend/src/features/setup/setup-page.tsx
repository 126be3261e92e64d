import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageOf } from '@/api/problem'
import { AuthFrame } from '@/features/auth/auth-frame'
import { DeadLink, WideLink } from '@/features/auth/link-page'
import { useLinkToken } from '@/features/auth/link-token'
import { formatInteger } from '@/lib/integer'
import { useIsCurrentPage } from '@/lib/use-is-current-page'
import { Loaded } from '@/ui/loaded'
import { PageMeta } from '@/ui/page-meta'
import { ProgressBar } from '@/ui/progress-bar'
import { toast } from '@/ui/toast'
import { isClosed, isOldLink, isWithoutSession, type SetupStep, setupQuery, useSetUp } from './set-up'
import { SetupForm, type SetupFormProps } from './setup-form'

const PARTS: Readonly<Record<string, string>> = {
  pictures: 'Storing the pictures',
  shop: 'Making your account',
  customers: 'Adding sample customers',
  products: 'Adding products',
  orders: 'Adding sample orders',
}

/** The progress of a set-up; null before its first step. Screen readers hear each part once. */
function SetupProgress({ step }: { step: SetupStep | null }) {
  const part = step === null ? 'Beginning' : (PARTS[step.step] ?? 'Working')
  const isCounted = step !== null && step.of > 1
  return (
    <div className="grid gap-2">
      <ProgressBar label="Set-up" share={isCounted ? step.done / step.of : undefined} className="h-3" />
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-cocoa tabular-nums">
        <span role="status">{part}…</span>
        {isCounted && (
          <span>
            {formatInteger(step.done)} of {formatInteger(step.of)}
          </span>
        )}
      </p>
    </div>
  )
}

export const TITLE = 'Set up your shop'

const INCOMPLETE =
  'This link is not complete. Please open the whole link that the shop printed when it started.'
const OLD = 'This link is not valid any more: the shop was started again since, and printed a new one.'
const CLOSED = 'This link was used: the shop has an owner already.'

/** The token of the link. It leaves the address at once, so that neither history nor a shared screen keeps it. */
function useSetupToken(): string {
  const arrived = useLinkToken()
  const [token, setToken] = useState(arrived)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (arrived === '') return
    setToken(arrived)
    void navigate(pathname, { replace: true })
  }, [arrived, pathname, navigate])
  return token
}

type SetupProps = {
  token: string
  /** Opens another page, if this one is still shown. */
  onLeave: (to: string, state?: object) => void
}

/** The form. It stays during the set-up, so that a refusal loses no input. */
function NewShop({ token, onLeave }: SetupProps) {
  const [step, setStep] = useState<SetupStep | null>(null)
  const { mutateAsync, isPending, error } = useSetUp(setStep)
  const client = useQueryClient()
  const send: SetupFormProps['onSend'] = async ({ shopName, ...owner }, data) => {
    setStep(null)
    try {
      await mutateAsync({ token, owner, shopName, data })
    } catch (refusal) {
      if (isWithoutSession(refusal)) {
        toast.success(messageOf(refusal))
        return onLeave('/login', { email: owner.email })
      }
      if (isClosed(refusal)) await client.invalidateQueries({ queryKey: ['setup'] })
      throw refusal
    }
    toast.success(`Welcome to ${shopName}!`)
    onLeave('/admin')
  }
  if (isOldLink(error)) return <DeadLink reason={OLD} />
  return <SetupForm onSend={send} progress={isPending && <SetupProgress step={step} />} />
}

function Setup({ token, onLeave }: SetupProps) {
  return (
    <Loaded query={useQuery(setupQuery())} skeleton="h-96">
      {({ open }) => {
        if (!open)
          return (
            <DeadLink reason={CLOSED}>
              <WideLink to="/login">Log in</WideLink>
            </DeadLink>
          )
        if (token === '') return <DeadLink reason={INCOMPLETE} />
        return <NewShop key={token} token={token} onLeave={onLeave} />
      }}
    </Loaded>
  )
}

/** The page of the link that a new shop prints at its start. */
export function SetupPage() {
  const token = useSetupToken()
  const navigate = useNavigate()
  // Here, because a new session forgets all queries, and the parts below are replaced while theirs loads.
  const stillHere = useIsCurrentPage()
  const leave: SetupProps['onLeave'] = (to, state) => {
    if (stillHere()) void navigate(to, { replace: true, state })
  }
  return (
    <AuthFrame title={TITLE} intro="You become the owner, who may do everything in the back-office.">
      <PageMeta title={TITLE} />
      <Setup token={token} onLeave={leave} />
    </AuthFrame>
  )
}

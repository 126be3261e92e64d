import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '@/api/problem'
import type { AccountSecurity, NewSecondFactor } from '@/api/types'
import { formatDate } from '@/lib/date'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Loaded } from '@/ui/loaded'
import { Panel } from '@/ui/panel'
import { toast } from '@/ui/toast'
import { Enrolment, RecoveryCodes } from './enrolment'
import { securityQueries, useDisable, useEnrol, useNewRecoveryCodes } from './queries'
import { useConfirmed } from './use-confirmed'

const FAILED = 'That did not work. Please try again.'
const announceFailure = (error: Error) => toast.error(messageOf(error, FAILED))

/** Below this number new recovery codes are recommended. */
const FEW_CODES = 4

function Off({ onSecret }: { onSecret: (secret: NewSecondFactor) => void }) {
  const { mutate, isPending, dialog } = useConfirmed(useEnrol())
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose">
        Off. With a second factor, a stolen password is not enough to sign in: a code from an app on your
        phone is needed, too.
      </p>
      <Button
        pending={isPending}
        onClick={() => mutate(undefined, { onSuccess: onSecret, onError: announceFailure })}
      >
        Set up
      </Button>
      {dialog}
    </div>
  )
}

function TurnOff({ required }: { required: boolean }) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending, dialog } = useConfirmed(useDisable())
  const turnOff = () =>
    mutate(undefined, {
      onSuccess: () => toast.success('Your second factor is off.'),
      onError: announceFailure,
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
        Turn off
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Turn off your second factor?"
        description={
          required
            ? 'Your password alone signs you in then, and the back-office stays closed for you until you set up a new one.'
            : 'Your password alone signs you in then. Your recovery codes stop working.'
        }
        confirmLabel="Turn off"
        cancelLabel="Keep it on"
        tone="danger"
        pending={isPending}
        onConfirm={turnOff}
      >
        {dialog}
      </ConfirmDialog>
    </>
  )
}

function NewCodes({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending, dialog } = useConfirmed(useNewRecoveryCodes())
  const make = () =>
    mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
      onError: announceFailure,
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        New recovery codes
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Make new recovery codes?"
        description="You get ten new codes. The ones that you saved before stop working."
        confirmLabel="Make new codes"
        pending={isPending}
        onConfirm={make}
      >
        {dialog}
      </ConfirmDialog>
    </>
  )
}

type OnProps = { security: AccountSecurity; onCodes: (codes: readonly string[]) => void }

function On({ security: { secondFactor, secondFactorRequired }, onCodes }: OnProps) {
  const { since, recoveryCodesLeft: left } = secondFactor
  return (
    <div className="grid gap-4">
      <p className="flex gap-3">
        <ShieldCheck aria-hidden size={22} className="mt-0.5 flex-none text-success" />
        <span>
          On{since !== null && ` since ${formatDate(since)}`}. You sign in with your password and a code.
        </span>
      </p>
      <p className={left < FEW_CODES ? 'font-semibold text-warning' : 'text-cocoa'}>
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
        {left < FEW_CODES && ' Make new ones before you need them.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <NewCodes onCodes={onCodes} />
        <TurnOff required={secondFactorRequired} />
      </div>
    </div>
  )
}

/** The second factor of the signed-in user: off, being set up, or on. `onEnabled` is called once the codes are saved. */
export function SecondFactor({ onEnabled }: { onEnabled?: () => void }) {
  const query = useQuery(securityQueries.own())
  const [secret, setSecret] = useState<NewSecondFactor | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Panel title="Second factor" headingId="second-factor" headingClass="text-2xl" className="sm:p-8">
      {codes !== null && (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null)
            onEnabled?.()
          }}
        />
      )}
      {codes === null && secret !== null && (
        <Enrolment
          secret={secret}
          onCancel={() => setSecret(null)}
          onEnabled={(recoveryCodes) => {
            toast.success('Your second factor is on.')
            setSecret(null)
            setCodes(recoveryCodes)
          }}
        />
      )}
      {codes === null && secret === null && (
        <Loaded query={query} skeleton="h-24">
          {(security) =>
            security.secondFactor.enabled ? (
              <On security={security} onCodes={setCodes} />
            ) : (
              <Off onSecret={setSecret} />
            )
          }
        </Loaded>
      )}
    </Panel>
  )
}

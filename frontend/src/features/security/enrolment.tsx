import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { firstFieldErrors, messageOf } from '@/api/problem'
import type { NewSecondFactor } from '@/api/types'
import { shopDay } from '@/lib/date'
import { useLeaveGuard } from '@/lib/use-leave-guard'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { CopyButton } from '@/ui/copy-button'
import { TextField } from '@/ui/field'
import { useShopName } from '@/ui/page-meta'
import { useEnable } from './queries'

/** Saves a text as a file of this name. */
function save(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Asks before the page with the codes is left: they are shown once. */
function LeaveGuard() {
  const { blocker } = useLeaveGuard(true)
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without your recovery codes?"
      description="They are shown only now. If you have not saved them, stay and save them first."
      confirmLabel="Leave"
      cancelLabel="Stay"
      tone="danger"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

/** Ten new codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const shopName = useShopName()
  const text = `${shopName}: recovery codes of ${shopDay(Date.now())}\nEach works once.\n\n${codes.join('\n')}\n`
  return (
    <div role="status" className="grid gap-4 rounded-input bg-warning-wash p-4 sm:p-5">
      <div>
        <h3 className="font-display text-xl">Save your recovery codes</h3>
        <p className="mt-1 max-w-prose">
          Without your phone, one of these signs you in. Each works once. They are shown only now, so keep
          them where you find them without your phone.
        </p>
      </div>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-input bg-white p-4 font-mono sm:grid-cols-5">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} what="Recovery codes" />
        <Button
          variant="secondary"
          size="sm"
          onClick={() => save(`${shopName.toLowerCase()}-recovery-codes.txt`, text)}
        >
          <Download aria-hidden size={18} />
          Download
        </Button>
        <Button size="sm" onClick={onDone}>
          I have saved them
        </Button>
      </div>
      <LeaveGuard />
    </div>
  )
}

/** The white margin that scanners need, in modules. */
const QUIET = 4

/** A QR code from the path of its dark modules. */
function QrCode({ size, path, label }: { size: number; path: string; label: string }) {
  const side = size + 2 * QUIET
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-52 flex-none rounded-input border border-line bg-white"
    >
      <path d={path} className="fill-ink" />
    </svg>
  )
}

/** 'JBSWY3DPEHPK' → 'JBSW Y3DP EHPK', as one types it. */
const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ')

/** Whether a text is the code of an app: 6 digits, with or without a space. */
const digitsOf = (text: string): string => text.replace(/\s/g, '')

type EnrolmentProps = {
  secret: NewSecondFactor
  onEnabled: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/** The new secret as picture and text, and the code that shows that the app has it. */
export function Enrolment({ secret: { secret, uri, qr }, onEnabled, onCancel }: EnrolmentProps) {
  const [code, setCode] = useState('')
  const [checked, setChecked] = useState(false)
  const { mutate, isPending, error } = useEnable()
  const isComplete = /^\d{6}$/.test(digitsOf(code))
  const refusal = error === null ? undefined : (firstFieldErrors(error).code ?? messageOf(error))
  const enable = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isComplete || isPending) return
    mutate(digitsOf(code), { onSuccess: ({ recoveryCodes }) => onEnabled(recoveryCodes) })
  }
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start gap-6">
        <QrCode size={qr.size} path={qr.path} label="QR code of your second factor" />
        <div className="grid min-w-0 flex-1 basis-64 gap-3">
          <h3 className="font-semibold">1. Add it to your app</h3>
          <p>
            Scan the picture with your authenticator app. On this phone,{' '}
            <a href={uri} className="font-semibold text-lotus underline underline-offset-2">
              open it in the app
            </a>
            , or enter this key by hand:
          </p>
          <p className="rounded-input bg-shell px-4 py-3 font-mono wrap-anywhere select-all">
            {inGroups(secret)}
          </p>
          <div>
            <CopyButton text={secret} what="Key" label="Copy the key" />
          </div>
        </div>
      </div>
      <form noValidate onSubmit={enable} className="grid gap-4">
        <h3 className="font-semibold">2. Enter the code that the app shows</h3>
        <TextField
          label="Code"
          fieldClassName="max-w-xs"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          hint="6 digits. It changes every 30 seconds."
          value={code}
          error={checked && !isComplete ? 'Enter the 6 digits' : refusal}
          onChange={(event) => setCode(event.target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={isPending} pendingLabel="Checking...">
            Turn on
          </Button>
          <Button variant="quiet" disabled={isPending} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  )
}

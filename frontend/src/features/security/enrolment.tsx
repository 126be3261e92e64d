import { type FormEvent, useState } from 'react'
import { firstFieldErrors, messageOf } from '@/api/problem'
import type { NewSecondFactor } from '@/api/types'
import { Button } from '@/ui/button'
import { CopyButton } from '@/ui/copy-button'
import { TextField } from '@/ui/field'
import { QrCode } from './qr-code'
import { useEnable } from './queries'

/** 'JBSWY3DPEHPK' → 'JBSW Y3DP EHPK', as one types it. */
const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ')

/** Whether a text is the code of an app: 6 digits, with or without a space. */
const digitsOf = (text: string): string => text.replace(/\s/g, '')

export type EnrolmentProps = {
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

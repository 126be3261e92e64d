import { ImagePlus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, firstFieldErrors, messageOf } from '@/api/problem'
import type { Order } from '@/api/types'
import { IMAGE_ACCEPT, imageHint, imageProblem } from '@/features/images/upload'
import { maxLength } from '@/lib/limits'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Field, TextField } from '@/ui/field'
import { toast } from '@/ui/toast'
import { UploadProgress } from '@/ui/upload-progress'
import { useSendSlip } from './queries'

/** The most slips of an order (contract-commerce, section 2). */
export const MAX_SLIPS = 5

type Problems = { file?: string | undefined; bankReference?: string | undefined }

/** The field that a refusal names; the order is loaded again where it names none. */
function problemsOf(error: unknown): Problems | null {
  if (!(error instanceof ApiError) || error.isNetwork) return null
  const fields = firstFieldErrors(error)
  if (fields.bankReference !== undefined || fields.file !== undefined) return fields
  const isPicture = error.code.startsWith('image.') || error.status === 413 || error.status === 415
  return isPicture ? { file: messageOf(error) } : null
}

/** The form's choice, and its upload. A picture that was refused stays chosen until another one is. */
function useSlipForm(order: Order, onSent: () => void) {
  const { mutate, isPending } = useSendSlip()
  const [file, setFile] = useState<File | null>(null)
  const [bankReference, setBankReference] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [share, setShare] = useState(0)
  const running = useRef<AbortController | null>(null)

  const choose = (chosen: File | null) => {
    setFile(chosen)
    setProblems((shown) => ({ ...shown, file: (chosen && imageProblem(chosen)) ?? undefined }))
  }
  const failed = (error: unknown) => {
    if (running.current?.signal.aborted) return toast.info('The upload was stopped. Nothing was sent.')
    const found = problemsOf(error)
    setProblems(found ?? {})
    if (found === null) toast.error(messageOf(error, 'Failed to upload the slip. Please try again.'))
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const problem = file === null ? 'Please choose a picture of the slip.' : imageProblem(file)
    setProblems({ file: problem ?? undefined })
    if (file === null || problem !== null || isPending) return
    setShare(0)
    running.current = new AbortController()
    mutate(
      {
        orderId: order.orderId,
        file,
        bankReference: bankReference.trim(),
        onProgress: setShare,
        signal: running.current.signal,
      },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onSent()
        },
        onError: failed,
      },
    )
  }
  const stop = () => running.current?.abort()
  return { file, choose, bankReference, setBankReference, problems, send, isPending, share, stop }
}

/** Sends the picture of a bank slip. */
export function SlipForm({ order, onSent }: { order: Order; onSent: () => void }) {
  const { file, choose, problems, isPending, share, ...form } = useSlipForm(order, onSent)
  return (
    <form onSubmit={form.send} noValidate className="grid gap-4">
      <Field
        label="Picture of the slip"
        {...(file === null && { hint: `A photo or a screenshot. ${imageHint()}` })}
        error={problems.file}
      >
        {(aria) => (
          <div className="relative flex flex-wrap items-center gap-3">
            <input
              {...aria}
              type="file"
              accept={IMAGE_ACCEPT}
              disabled={isPending}
              onChange={(event) => choose(event.target.files?.[0] ?? null)}
              className="peer sr-only"
            />
            <label
              htmlFor={aria.id}
              className={cx(
                'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-control px-4 text-sm font-semibold transition-colors hover:border-ink hover:bg-shell',
                'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink peer-disabled:opacity-60',
              )}
            >
              <ImagePlus aria-hidden size={18} />
              {file === null ? 'Choose a picture' : 'Choose another'}
            </label>
            {file !== null && <span className="min-w-0 truncate text-sm text-cocoa">{file.name}</span>}
          </div>
        )}
      </Field>
      <TextField
        label="Reference of the bank"
        optional
        hint="The number that the bank gave your transfer."
        maxLength={maxLength('paymentIdLength')}
        disabled={isPending}
        value={form.bankReference}
        error={problems.bankReference}
        onChange={(event) => form.setBankReference(event.target.value)}
      />
      {isPending && <UploadProgress share={share} onStop={form.stop} />}
      <Button type="submit" pending={isPending} pendingLabel="Sending..." className="justify-self-start">
        Send slip
      </Button>
    </form>
  )
}

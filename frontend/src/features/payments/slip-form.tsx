import { useState } from 'react'
import { ApiError, firstFieldErrors, messageOf } from '@/api/problem'
import type { Order } from '@/api/types'
import { smaller } from '@/features/images/smaller'
import { IMAGE_ACCEPT, imageHint, imageProblem, useUpload } from '@/features/images/upload'
import { maxLength } from '@/lib/limits'
import { Button } from '@/ui/button'
import { Field, TextField } from '@/ui/field'
import { FileButton } from '@/ui/file-button'
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
  const { mutateAsync } = useSendSlip()
  const { progress, run, stop } = useUpload()
  const [file, setFile] = useState<File | null>(null)
  const [bankReference, setBankReference] = useState('')
  const [problems, setProblems] = useState<Problems>({})

  const choose = async (chosen: File) => {
    const small = await smaller(chosen)
    setFile(small)
    setProblems((shown) => ({ ...shown, file: imageProblem(small) ?? undefined }))
  }
  const send = async () => {
    const problem = file === null ? 'Please choose a picture of the slip.' : imageProblem(file)
    setProblems({ file: problem ?? undefined })
    if (file === null || problem !== null || progress !== null) return
    const slip = { orderId: order.orderId, file, bankReference: bankReference.trim() }
    try {
      const answer = await run((options) => mutateAsync({ ...slip, ...options }))
      if (answer === null) return toast.info('The upload was stopped. Nothing was sent.')
      toast.success(answer.message)
      onSent()
    } catch (error) {
      const found = problemsOf(error)
      setProblems(found ?? {})
      if (found === null) toast.error(messageOf(error, 'Failed to upload the slip. Please try again.'))
    }
  }
  return { file, choose, bankReference, setBankReference, problems, send, progress, stop }
}

/** Sends the picture of a bank slip. */
export function SlipForm({ order, onSent }: { order: Order; onSent: () => void }) {
  const { file, choose, problems, progress, ...form } = useSlipForm(order, onSent)
  const isPending = progress !== null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void form.send()
      }}
      noValidate
      className="grid gap-4"
    >
      <Field
        label="Picture of the slip"
        {...(file === null && { hint: `A photo or a screenshot. ${imageHint()}` })}
        error={problems.file}
      >
        {(aria) => (
          <div className="flex flex-wrap items-center gap-3">
            <FileButton
              {...aria}
              accept={IMAGE_ACCEPT}
              disabled={isPending}
              onFiles={([chosen]) => chosen && void choose(chosen)}
            >
              {file === null ? 'Choose a picture' : 'Choose another'}
            </FileButton>
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
      {progress !== null && <UploadProgress share={progress} onStop={form.stop} />}
      <Button type="submit" pending={isPending} pendingLabel="Sending..." className="justify-self-start">
        Send slip
      </Button>
    </form>
  )
}

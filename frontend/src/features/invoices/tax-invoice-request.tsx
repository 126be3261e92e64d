import { useState } from 'react'
import * as z from 'zod/mini'
import { messageOf } from '@/api/problem'
import type { Invoice } from '@/api/types'
import { formatDate } from '@/lib/date'
import { useZodForm } from '@/lib/use-zod-form'
import { Button } from '@/ui/button'
import { DialogForm, DialogOfForm } from '@/ui/dialog-form'
import { TextareaField, TextField } from '@/ui/field'
import { toast } from '@/ui/toast'
import { useAskTaxInvoice } from './queries'

/** The lengths that the API accepts. */
const MAX_NAME = 200
const MAX_ADDRESS = 300

const required = (missing: string, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(max, `Use at most ${max} characters`),
    )

const RULES = z.object({
  tin: z.string().check(z.trim(), z.regex(/^\d{9}$/, 'A TIN has 9 digits')),
  name: required('Enter the name', MAX_NAME),
  address: required('Enter the address', MAX_ADDRESS),
})

type FormProps = { orderId: string; start: { name: string; address: string }; onDone: () => void }

function RequestForm({ orderId, start, onDone }: FormProps) {
  const ask = useAskTaxInvoice(orderId)
  const { submit, field, isSubmitting } = useZodForm({
    rules: RULES,
    blank: { tin: '', name: '', address: '' },
    start,
  })
  const send = submit(
    async (values) => {
      await ask.mutateAsync(values)
      toast.success('The tax invoice is ready.')
      onDone()
    },
    (error, isOnField) => {
      if (!isOnField) toast.error(messageOf(error, 'Failed to make the tax invoice. Please try again.'))
    },
  )
  return (
    <DialogForm pending={isSubmitting} onSubmit={(event) => void send(event)}>
      <TextField
        label="TIN"
        hint="The Taxpayer Identification Number of the business: 9 digits."
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        {...field('tin')}
      />
      <TextField label="Name of the business" autoComplete="organization" {...field('name')} />
      <TextareaField label="Its address" rows={2} autoComplete="street-address" {...field('address')} />
    </DialogForm>
  )
}

type RequestProps = {
  orderId: string
  invoices: readonly Invoice[]
  /** What name and address begin with. */
  start: { name: string; address: string }
  /** The label of the button. */
  label: string
}

/** A button for a tax invoice, as long as one can be asked for. */
export function TaxInvoiceRequest({ orderId, invoices, start, label }: RequestProps) {
  const [open, setOpen] = useState(false)
  const until = invoices.find(({ taxInvoiceUntil }) => taxInvoiceUntil !== null)?.taxInvoiceUntil ?? null
  if (until === null) return null
  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <p className="mt-2 text-sm text-cocoa">
        For a business that is registered for VAT, until {formatDate(until)}.
      </p>
      <DialogOfForm
        open={open}
        onOpenChange={setOpen}
        title="Tax invoice"
        description="It replaces the invoice of this order, and cannot be changed afterwards."
        label="Make tax invoice"
        pendingLabel="Making it..."
      >
        <RequestForm orderId={orderId} start={start} onDone={() => setOpen(false)} />
      </DialogOfForm>
    </div>
  )
}

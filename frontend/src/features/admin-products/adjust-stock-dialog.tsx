import { ArrowRight, TriangleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { firstFieldErrors } from '@/api/problem'
import type { Product } from '@/api/types'
import { formatInteger, parseSignedInteger } from '@/lib/integer'
import { upperLimit } from '@/lib/limits'
import { FormDialog } from '@/ui/admin/form-dialog'
import { Field, TextareaField } from '@/ui/field'
import { FormButtons } from '@/ui/form-buttons'
import { toast } from '@/ui/toast'
import { historyPath } from './product-paths'
import { type AdjustmentErrors, adjustmentErrors, presentStock } from './stock-adjustment'
import { useAdjustStock } from './stock-queries'
import { StockStepper } from './stock-stepper'

export type AdjustStockDialogProps = {
  product: Product
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Hides the link to the stock history, on that page. */
  withHistory?: boolean
}

const ONE_MORE = '+1'

/** The stock before and after; '–' for an invalid change. */
function BeforeAndAfter({ present, change }: { present: number; change: string }) {
  const after = present + (parseSignedInteger(change) ?? 0)
  const possible = after >= 0 && after <= upperLimit('maxStock')
  return (
    <p role="status" className="flex min-h-11 items-center gap-3 text-lg tabular-nums">
      <span>
        <span className="text-base text-cocoa">Now </span>
        <span className="font-semibold">{formatInteger(present)}</span>
      </span>
      <ArrowRight aria-hidden size={18} className="text-cocoa" />
      <span>
        <span className="text-base text-cocoa">After </span>
        <span className="font-semibold">{possible ? formatInteger(after) : '–'}</span>
      </span>
    </p>
  )
}

function AdjustmentForm({ product, onDone, formId, onDirty, onPending }: FormProps) {
  const { mutate } = useAdjustStock()
  const [present, setPresent] = useState(product.stock)
  const [change, setChange] = useState(ONE_MORE)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<AdjustmentErrors>({})
  const dirty = change !== ONE_MORE || reason.trim() !== ''
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  const refuse = (error: unknown) => {
    toast.error('The Stock Was Not Adjusted Due To An Error')
    const now = presentStock(error)
    if (now !== null) setPresent(now)
    setErrors(firstFieldErrors(error))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = adjustmentErrors(change, reason, present)
    setErrors(found)
    if (found.delta !== undefined || found.reason !== undefined) return
    onPending(true)
    const adjustment = {
      delta: parseSignedInteger(change) ?? 0,
      reason: reason.trim(),
      expectedStock: present,
    }
    mutate(
      { productId: product.productId, adjustment },
      {
        onSuccess: () => {
          toast.success('The Stock Was Adjusted Successfully')
          onDone()
        },
        onError: refuse,
        onSettled: () => onPending(false),
      },
    )
  }
  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
      {present !== product.stock && (
        <p role="alert" className="flex items-start gap-2.5 rounded-input bg-warning-wash p-4 font-medium">
          <TriangleAlert aria-hidden size={20} className="mt-0.5 flex-none text-warning" />
          The stock has changed meanwhile: it was {formatInteger(product.stock)} and is{' '}
          {formatInteger(present)} now. Nothing has been saved yet.
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <Field label="Change" error={errors.delta}>
          {(aria) => <StockStepper aria={aria} value={change} onChange={setChange} />}
        </Field>
        <BeforeAndAfter present={present} change={change} />
      </div>
      <TextareaField
        label="Reason"
        hint="Kept in the stock history, with your name."
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={errors.reason}
      />
    </form>
  )
}

type FormProps = {
  product: Product
  formId: string
  onDone: () => void
  onDirty: (dirty: boolean) => void
  onPending: (pending: boolean) => void
}

/** Adjusts the stock by a difference, with a reason. */
export function AdjustStockDialog({
  product,
  open,
  onOpenChange,
  withHistory = true,
}: AdjustStockDialogProps) {
  const formId = useId()
  const [pending, setPending] = useState(false)
  const [dirty, setDirty] = useState(false)
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => (next || !pending) && onOpenChange(next)}
      title="Adjust Stock"
      description={`${product.productName} (${product.productId})`}
      what={`the stock of ${product.productName}`}
      dirty={dirty && !pending}
      footer={
        <>
          {withHistory && (
            <Link
              to={historyPath(product.productId)}
              className="inline-flex min-h-11 items-center justify-center font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep sm:me-auto"
            >
              Stock history
            </Link>
          )}
          <FormButtons
            formId={formId}
            label="Adjust Stock"
            pending={pending}
            pendingLabel="Adjusting..."
            onCancel={() => onOpenChange(false)}
          />
        </>
      }
    >
      <AdjustmentForm
        product={product}
        formId={formId}
        onDone={() => onOpenChange(false)}
        onDirty={setDirty}
        onPending={setPending}
      />
    </FormDialog>
  )
}

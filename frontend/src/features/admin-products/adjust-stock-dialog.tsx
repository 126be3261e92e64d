import { ArrowRight, Minus, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError, firstFieldErrors } from '@/api/problem'
import type { Product } from '@/api/types'
import { formatInteger, parseSignedInteger } from '@/lib/integer'
import { upperLimit } from '@/lib/limits'
import { FormDialog } from '@/ui/admin/form-dialog'
import { cx } from '@/ui/cx'
import { DialogForm } from '@/ui/dialog-form'
import { type ControlAria, Field, TextareaField } from '@/ui/field'
import { IconButton } from '@/ui/icon-button'
import { toast } from '@/ui/toast'
import { historyPath, useAdjustStock } from './queries'

/** Messages by field; empty for valid input. */
type AdjustmentErrors = { delta?: string; reason?: string }

function adjustmentErrors(change: string, reason: string, present: number): AdjustmentErrors {
  const delta = parseSignedInteger(change)
  return {
    ...deltaError(delta, present),
    ...(reason.trim() === '' && { reason: 'Reason is required' }),
    ...([...reason.trim()].length > upperLimit('stockReasonLength') && {
      reason: `Reason may have at most ${formatInteger(upperLimit('stockReasonLength'))} characters`,
    }),
  }
}

function deltaError(delta: number | null, present: number): AdjustmentErrors {
  if (delta === null) return { delta: 'Change must be a whole number such as +12 or -3' }
  if (delta === 0) return { delta: 'Change must not be 0' }
  if (present + delta < 0) return { delta: `There are only ${present} in stock` }
  if (present + delta > upperLimit('maxStock'))
    return { delta: `The stock cannot be above ${formatInteger(upperLimit('maxStock'))}` }
  return {}
}

/** The present stock when the server refused because of it. */
function presentStock(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { stock } = error.body
  return typeof stock === 'number' ? stock : null
}

/** Minus, a field for the difference ('-3', '+12'), plus. */
function StockStepper({
  aria,
  value,
  onChange,
}: {
  aria: ControlAria
  value: string
  onChange: (value: string) => void
}) {
  const step = (by: 1 | -1) => {
    const next = (parseSignedInteger(value) ?? 0) + by
    onChange(next > 0 ? `+${next}` : String(next))
  }
  return (
    <div
      className={cx(
        'inline-flex w-fit items-center rounded-full border bg-white',
        aria['aria-invalid'] ? 'border-error' : 'border-control',
      )}
    >
      <IconButton icon={Minus} label="One less" onClick={() => step(-1)} />
      <input
        {...aria}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event) => event.target.select()}
        className="h-11 w-24 rounded-tag bg-transparent text-center font-semibold tabular-nums"
      />
      <IconButton icon={Plus} label="One more" onClick={() => step(1)} />
    </div>
  )
}

type AdjustStockDialogProps = {
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

function AdjustmentForm({ product, onDone }: { product: Product; onDone: () => void }) {
  const { mutate, isPending } = useAdjustStock()
  const [present, setPresent] = useState(product.stock)
  const [change, setChange] = useState(ONE_MORE)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<AdjustmentErrors>({})
  const dirty = change !== ONE_MORE || reason.trim() !== ''
  const refuse = (error: unknown) => {
    toast.error('The Stock Was Not Adjusted Due To An Error')
    const now = presentStock(error)
    if (now !== null) setPresent(now)
    setErrors(firstFieldErrors(error))
  }
  const submit = () => {
    const found = adjustmentErrors(change, reason, present)
    setErrors(found)
    if (found.delta !== undefined || found.reason !== undefined) return
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
      },
    )
  }
  return (
    <DialogForm pending={isPending} dirty={dirty && !isPending} onSubmit={submit}>
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
    </DialogForm>
  )
}

/** Adjusts the stock by a difference, with a reason. */
export function AdjustStockDialog({
  product,
  open,
  onOpenChange,
  withHistory = true,
}: AdjustStockDialogProps) {
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Adjust Stock"
      description={`${product.productName} (${product.productId})`}
      what={`the stock of ${product.productName}`}
      label="Adjust Stock"
      pendingLabel="Adjusting..."
      aside={
        withHistory && (
          <Link
            to={historyPath(product.productId)}
            className="inline-flex min-h-11 items-center justify-center font-semibold text-lotus underline underline-offset-4 hover:text-lotus-deep sm:me-auto"
          >
            Stock history
          </Link>
        )
      }
    >
      <AdjustmentForm product={product} onDone={() => onOpenChange(false)} />
    </FormDialog>
  )
}

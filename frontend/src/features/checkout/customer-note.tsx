import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { maxLength } from '@/lib/limits'
import { TextareaField } from '@/ui/field'
import type { ShippingForm } from './use-shipping-form'

/** An optional remark for the shop, folded away until it is wanted. */
export function CustomerNote({ form }: { form: ShippingForm }) {
  const error = form.formState.errors.customerNote?.message
  const [open, setOpen] = useState(() => form.getValues('customerNote') !== '')
  return (
    <details
      open={open || error !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-t border-line pt-3"
    >
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-input font-medium text-lotus [&::-webkit-details-marker]:hidden">
        Add a note to your order
        <ChevronDown aria-hidden size={18} className="transition-transform group-open:rotate-180" />
      </summary>
      <TextareaField
        label="Note"
        optional
        rows={3}
        hint="For us and the courier, such as 'Please ring twice.'"
        maxLength={maxLength('customerNoteLength')}
        fieldClassName="mt-2"
        error={error}
        {...form.register('customerNote')}
      />
    </details>
  )
}

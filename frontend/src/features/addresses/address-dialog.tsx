import { useState } from 'react'
import { messageOf } from '@/api/problem'
import type { Address } from '@/api/types'
import { clearDraft } from '@/lib/draft'
import { useZodForm } from '@/lib/use-zod-form'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import { AddressFields } from './address-fields'
import { ADDRESS_FORM, BLANK_ADDRESS, requestOf, valuesOf } from './address-rules'
import { useSaveAddress } from './queries'

type AddressDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The address that is edited; null: a new one. */
  address: Address | null
  /** Whose addresses they are: what is typed is kept for this account. */
  owner: string
  /** The recipient of a new address, until another is typed. */
  name: string
}

function AddressForm({ onOpenChange, address, owner, name }: Omit<AddressDialogProps, 'open'>) {
  const draft = `address-${address?.addressId ?? 'new'}`
  const { mutateAsync } = useSaveAddress()
  const [isDefault, setDefault] = useState(address?.isDefault ?? false)
  const { field, submit, watch, isSubmitting } = useZodForm({
    rules: ADDRESS_FORM,
    blank: BLANK_ADDRESS,
    start: address === null ? { name } : valuesOf(address),
    draft: { name: draft, owner },
  })

  const close = () => {
    clearDraft(draft)
    onOpenChange(false)
  }
  const save = submit(
    async (values) => {
      const request = requestOf(values, isDefault)
      const { message } = await mutateAsync({ addressId: address?.addressId, address: request })
      toast.success(message)
      close()
    },
    (error) => toast.error(messageOf(error, 'The address could not be saved. Please try again.')),
  )

  return (
    <form noValidate aria-label="Address" onSubmit={save} className="flex flex-col gap-4">
      <AddressFields field={field} district={watch('district')} />
      {address?.isDefault !== true && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={isDefault}
            onChange={(event) => setDefault(event.target.checked)}
            className="size-5 flex-none accent-lotus"
          />
          Use as my default address
        </label>
      )}
      <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" disabled={isSubmitting} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" pending={isSubmitting} pendingLabel="Saving...">
          Save address
        </Button>
      </div>
    </form>
  )
}

/** Adds or edits an address. What is typed survives an accidental close, a reload and the end of the session; Cancel drops it. */
export function AddressDialog({ open, ...form }: AddressDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={form.onOpenChange}
      title={form.address === null ? 'Add an address' : 'Edit address'}
    >
      <AddressForm {...form} />
    </Dialog>
  )
}

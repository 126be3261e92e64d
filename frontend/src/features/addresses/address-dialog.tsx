import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFieldErrors } from '@/api/form-errors'
import { messageOf } from '@/api/problem'
import type { Address } from '@/api/types'
import { clearDraft, loadDraft } from '@/lib/draft'
import { useFormDraft } from '@/lib/use-form-draft'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import { AddressFields } from './address-fields'
import { ADDRESS_FORM, type AddressValues, BLANK_ADDRESS, requestOf, valuesOf } from './address-rules'
import { useSaveAddress } from './queries'

const FIELDS = Object.keys(BLANK_ADDRESS) as (keyof AddressValues)[]

export type AddressDialogProps = {
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
  const { register, handleSubmit, setError, watch, formState } = useForm<AddressValues>({
    resolver: zodResolver(ADDRESS_FORM),
    defaultValues:
      loadDraft(draft, owner, BLANK_ADDRESS) ??
      (address === null ? { ...BLANK_ADDRESS, name } : valuesOf(address)),
  })
  useFormDraft(watch, draft, owner, BLANK_ADDRESS)

  const close = () => {
    clearDraft(draft)
    onOpenChange(false)
  }
  const save = handleSubmit(async (values) => {
    try {
      const request = requestOf(values, isDefault)
      const { message } = await mutateAsync({ addressId: address?.addressId, address: request })
      toast.success(message)
      close()
    } catch (error) {
      toast.error(messageOf(error, 'The address could not be saved. Please try again.'))
      showFieldErrors(error, FIELDS, setError)
    }
  })

  return (
    <form noValidate aria-label="Address" onSubmit={save} className="flex flex-col gap-4">
      <AddressFields register={register} errors={formState.errors} district={watch('district')} />
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
        <Button variant="secondary" disabled={formState.isSubmitting} onClick={close}>
          Cancel
        </Button>
        <Button type="submit" pending={formState.isSubmitting} pendingLabel="Saving...">
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

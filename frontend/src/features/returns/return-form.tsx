import { useRef, useState } from 'react'
import { firstFieldErrors, messageOf } from '@/api/problem'
import { useSession } from '@/api/session'
import type { Order, ShopTerms } from '@/api/types'
import { clearDraft } from '@/lib/draft'
import { maxLength } from '@/lib/limits'
import { useAttemptKey } from '@/lib/use-attempt-key'
import { useZodForm } from '@/lib/use-zod-form'
import { Button } from '@/ui/button'
import { TextareaField, TextField } from '@/ui/field'
import { SelectField } from '@/ui/select'
import { toast } from '@/ui/toast'
import { PhotoField } from './photo-field'
import { useRequestReturn } from './queries'
import { BLANK, type ReturnValues, RULES, requestOf, type Units } from './return-rules'
import { UnitChoice } from './unit-choice'
import { REASONS } from './words'

type ReturnFormProps = { order: Order; terms: ShopTerms; onDone: () => void; onCancel: () => void }

const NO_UNITS = 'Choose at least one item'

/** The one unit of an order that has no other is chosen already. */
function firstUnits({ orderedItems }: Order): Units {
  const [first, ...others] = orderedItems.filter(({ returnable }) => returnable > 0)
  return first !== undefined && others.length === 0 && first.returnable === 1 ? { [first.productId]: 1 } : {}
}

/** What is chosen and typed, and the request. */
function useReturnForm({ order, onDone }: ReturnFormProps) {
  const { orderId } = order
  const draft = `return ${orderId}`
  const owner = useSession().user?.email ?? null
  const request = useRequestReturn()
  const keyOf = useAttemptKey()
  const [units, setUnits] = useState<Units>(firstUnits(order))
  const [photos, setPhotos] = useState<File[]>([])
  const [problems, setProblems] = useState<{ items?: string | undefined; photos?: string | undefined }>({})
  const [sending, setSending] = useState<number | null>(null)
  const form = useZodForm<ReturnValues>({
    rules: RULES,
    blank: BLANK,
    // Without the bank account, which is nobody else's business on a shared device.
    draft: { name: draft, owner, fields: { reason: '', comment: '' } },
  })
  const isEmpty = Object.keys(units).length === 0
  const items = useRef<HTMLFieldSetElement>(null)
  const noteItems = () => {
    setProblems((shown) => ({ ...shown, items: isEmpty ? NO_UNITS : undefined }))
    if (isEmpty) items.current?.querySelector('input')?.focus()
  }
  const send = form.submit(
    async (values) => {
      noteItems()
      if (isEmpty) return
      const body = requestOf(values, units)
      const answer = await request.mutateAsync({
        orderId,
        key: keyOf(body),
        body,
        photos,
        onPhoto: setSending,
      })
      clearDraft(draft)
      if (answer.failed > 0) toast.error('Your return is sent, but not all of its photos. Add them below.')
      else toast.success(answer.message)
      onDone()
    },
    (error, isOnField) => {
      const refused = firstFieldErrors(error).items
      setProblems((shown) => ({ ...shown, items: refused }))
      if (!isOnField && refused === undefined)
        toast.error(messageOf(error, 'Failed to send the return. Please try again.'))
    },
    noteItems,
  )
  return { form, send, items, units, setUnits, photos, setPhotos, problems, setProblems, sending }
}

/** Where the money goes, where it does not go back to a card. */
function BankFields({ form: { field } }: Pick<ReturnType<typeof useReturnForm>, 'form'>) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="font-medium">
        Your bank account <span className="font-normal text-cocoa">(optional)</span>
      </legend>
      <p className="text-sm text-cocoa">
        We send the money here. It is kept encrypted, and deleted 90 days after your return ends. Without it
        we ask you.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Bank" autoComplete="off" {...field('bank')} />
        <TextField label="Branch" optional autoComplete="off" {...field('branch')} />
        <TextField label="Account holder" autoComplete="off" {...field('name')} />
        <TextField label="Account number" autoComplete="off" inputMode="numeric" {...field('number')} />
      </div>
    </fieldset>
  )
}

/** Asks for a return of items of a delivered order. */
export function ReturnForm(props: ReturnFormProps) {
  const { order, terms, onCancel } = props
  const { form, send, items, units, setUnits, photos, setPhotos, problems, setProblems, sending } =
    useReturnForm(props)
  const { field, isSubmitting } = form
  const reasons = REASONS.filter(({ value }) => value !== 'changedMind' || terms.changedMind)
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-5" aria-label="Return items">
      <UnitChoice
        ref={items}
        items={order.orderedItems}
        units={units}
        error={problems.items}
        disabled={isSubmitting}
        onChange={(next) => {
          setUnits(next)
          setProblems((shown) => ({ ...shown, items: undefined }))
        }}
      />
      <SelectField
        label="Why do you return it?"
        options={[{ value: '', label: 'Choose a reason' }, ...reasons]}
        {...field('reason')}
      />
      <TextareaField
        label="What is wrong?"
        optional
        rows={3}
        hint="A few words help us to answer at once."
        maxLength={maxLength('returnCommentLength')}
        {...field('comment')}
      />
      <PhotoField
        label="Photos"
        hint="Of the item and of its parcel. Only you and our staff see them."
        photos={photos}
        error={problems.photos}
        disabled={isSubmitting}
        onChange={(next, error) => {
          setPhotos(next)
          setProblems((shown) => ({ ...shown, photos: error }))
        }}
      />
      {order.payment.method === 'payhere' ? (
        <p className="text-cocoa">We return the money to the card that you paid with.</p>
      ) : (
        <BankFields form={form} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          pending={isSubmitting}
          pendingLabel={sending === null ? 'Sending...' : `Sending photo ${sending} of ${photos.length}...`}
        >
          Send return
        </Button>
        <Button variant="quiet" disabled={isSubmitting} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

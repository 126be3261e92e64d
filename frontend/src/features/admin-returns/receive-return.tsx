import { type FormEvent, useState } from 'react'
import { messageOf } from '@/api/problem'
import type { Return, ReturnReceipt } from '@/api/types'
import { ErrorLine, IntegerControl } from '@/ui/admin/controls'
import { integerError } from '@/ui/admin/field-checks'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { useReceiveReturn } from './queries'

type ReceiveProps = {
  orderId: string
  of: Return
  /** Called when the return is received. */
  onDone: () => void
}

type Typed = Record<string, { restocked: string; writtenOff: string }>
type Faults = Record<string, string>

/** Goods that nobody can sell again. */
const SPOILED: readonly Return['reason'][] = ['damaged', 'expired']

/** Until staff say otherwise all units came, and those that are spoiled are written off. */
function firstTyped({ items, reason }: Return): Typed {
  const isSpoiled = SPOILED.includes(reason)
  return Object.fromEntries(
    items.map(({ productId, quantity }) => [
      productId,
      {
        restocked: isSpoiled ? '0' : String(quantity),
        writtenOff: isSpoiled ? String(quantity) : '0',
      },
    ]),
  )
}

/** What is typed as numbers; null where it is wrong, with the sentence of each fault. */
export function receiptOf({ items }: Return, typed: Typed): { receipt: ReturnReceipt } | { faults: Faults } {
  const faults: Faults = {}
  const counts = items.map(({ productId, quantity }) => {
    const { restocked = '', writtenOff = '' } = typed[productId] ?? {}
    const fault = integerError(restocked, 0, quantity) ?? integerError(writtenOff, 0, quantity)
    if (fault !== null) faults[productId] = fault
    else if (Number(restocked) + Number(writtenOff) > quantity)
      faults[productId] = `At most ${quantity} can come back`
    return { productId, restocked: Number(restocked), writtenOff: Number(writtenOff) }
  })
  if (Object.keys(faults).length > 0) return { faults }
  const came = counts.reduce((sum, { restocked, writtenOff }) => sum + restocked + writtenOff, 0)
  if (came === 0) return { faults: { '': 'Enter at least one unit' } }
  return { receipt: { items: counts } }
}

/** Records what came back: onto the shelf again, or written off. */
export function ReceiveReturn({ orderId, of, onDone }: ReceiveProps) {
  const [typed, setTyped] = useState(firstTyped(of))
  const [faults, setFaults] = useState<Faults>({})
  const { mutate, isPending } = useReceiveReturn()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const read = receiptOf(of, typed)
    if ('faults' in read) return setFaults(read.faults)
    setFaults({})
    mutate(
      { orderId, returnId: of.returnId, body: read.receipt },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onDone()
        },
        onError: (error) => toast.error(messageOf(error, 'Failed to record the return. Please try again.')),
      },
    )
  }
  return (
    <form
      noValidate
      aria-label={`Receive return ${of.returnId} of ${orderId}`}
      onSubmit={submit}
      className="grid gap-4"
    >
      <p className="text-sm text-cocoa">
        Count what came. What is written off never reaches the shelf; both are credited to the customer.
      </p>
      {of.items.map(({ productId, name, quantity }) => {
        const own = typed[productId] ?? { restocked: '', writtenOff: '' }
        const change = (part: Partial<typeof own>) => {
          setTyped({ ...typed, [productId]: { ...own, ...part } })
          setFaults({})
        }
        return (
          <fieldset key={productId} className="grid min-w-0 gap-2">
            <legend className="font-semibold">
              {name} <span className="font-normal text-cocoa">({quantity} asked for)</span>
            </legend>
            <div className="grid grid-cols-2 gap-4 sm:max-w-sm">
              <IntegerControl
                label="Back to stock"
                value={own.restocked}
                onChange={(restocked) => change({ restocked })}
              />
              <IntegerControl
                label="Written off"
                value={own.writtenOff}
                onChange={(writtenOff) => change({ writtenOff })}
              />
            </div>
            <ErrorLine error={faults[productId]} />
          </fieldset>
        )
      })}
      <ErrorLine error={faults['']} />
      <div>
        <Button type="submit" size="sm" pending={isPending}>
          Record as received
        </Button>
      </div>
    </form>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { firstFieldErrors, messageOf } from '@/api/problem'
import { carriedBy } from '@/api/refusal'
import { shopTermsQuery } from '@/api/shop-terms'
import type { Order, PaymentMethod, Quote, ShopTerms } from '@/api/types'
import { formatMoney, toCents } from '@/lib/money'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast'
import { useChangeMethod } from './queries'

type MethodOption = ShopTerms['payment']['methods'][number]

/** Whether the server takes another method (contract-commerce, section 2): the order is unpaid and not packed. */
const isChangeable = ({ status, fulfilmentStatus, payment }: Order): boolean =>
  status === 'processing' &&
  fulfilmentStatus === 'unfulfilled' &&
  payment.paymentStatus === 'unpaid' &&
  payment.amountDue > 0

/** The total without the fee of the present method, for which the limits of the methods hold. */
function totalWithoutFee({ total, explanation }: Order): number {
  const fees = explanation.filter(({ code }) => code === 'codFee')
  return fees.reduce((cents, { amount }) => cents - toCents(amount), toCents(total)) / 100
}

/** The present total when the error is that it has changed, else null. */
const changedTotal = (error: unknown): number | null =>
  carriedBy<Partial<Quote>>(error, 'order.price_changed', 'quote')?.total ?? null

/** Why an order of this total cannot be paid so; null where it can. Districts are checked by the server. */
function blockingReason({ min, max }: MethodOption, total: number): string | null {
  if (min !== null && total < min) return `For orders of ${formatMoney(min)} or more`
  if (max !== null && total > max) return `For orders of up to ${formatMoney(max)}`
  return null
}

function Choice({
  option,
  total,
  name,
  chosen,
  onChoose,
}: {
  option: MethodOption
  total: number
  name: string
  chosen: boolean
  onChoose: () => void
}) {
  const why = blockingReason(option, total)
  const note = why ?? (option.fee > 0 ? `Fee ${formatMoney(option.fee)}` : null)
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2.5 has-disabled:cursor-not-allowed has-disabled:text-cocoa">
      <input
        type="radio"
        name={name}
        value={option.method}
        checked={chosen}
        disabled={why !== null}
        onChange={onChoose}
        className="size-5 flex-none accent-lotus"
      />
      <span className="min-w-0 flex-1">{option.label}</span>
      {note !== null && <span className="text-end text-sm text-cocoa">{note}</span>}
    </label>
  )
}

function Choices({
  order,
  others,
  onDone,
}: {
  order: Order
  others: readonly MethodOption[]
  onDone: () => void
}) {
  const name = useId()
  const client = useQueryClient()
  const { mutate, isPending } = useChangeMethod()
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const option = others.find(({ method }) => method === chosen)
    if (option === undefined) return setProblem('Please choose a method.')
    setProblem(null)
    const expectedTotal = (toCents(totalWithoutFee(order)) + toCents(option.fee)) / 100
    mutate(
      { orderId: order.orderId, paymentMethod: option.method as PaymentMethod, expectedTotal },
      {
        onSuccess: ({ message }) => {
          toast.success(message)
          onDone()
        },
        onError: (error) => {
          const total = changedTotal(error)
          const refused = firstFieldErrors(error).paymentMethod
          if (total !== null) {
            setProblem(`The fee has changed: the total is now ${formatMoney(total)}. Please choose again.`)
            void client.invalidateQueries({ queryKey: shopTermsQuery().queryKey })
          } else if (refused === undefined)
            toast.error(messageOf(error, 'Failed to change the payment method. Please try again.'))
          else setProblem(refused)
        },
      },
    )
  }
  return (
    <form onSubmit={save} className="grid gap-3">
      <fieldset className="divide-y divide-line rounded-input border border-line">
        <legend className="sr-only">Payment method</legend>
        {others.map((option) => (
          <Choice
            key={option.method}
            option={option}
            total={totalWithoutFee(order)}
            name={name}
            chosen={chosen === option.method}
            onChoose={() => setChosen(option.method)}
          />
        ))}
      </fieldset>
      {problem !== null && (
        <p role="alert" className="text-sm font-medium text-error">
          {problem}
        </p>
      )}
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        pending={isPending}
        pendingLabel="Changing..."
        className="justify-self-start"
      >
        Change payment method
      </Button>
    </form>
  )
}

/** Changes the method of payment of an order; nothing where the shop has no other method. */
export function ChangeMethod({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const changeable = isChangeable(order)
  const { data } = useQuery({ ...shopTermsQuery(), enabled: changeable })
  const others = data?.payment.methods.filter(({ method }) => method !== order.payment.method) ?? []
  if (!changeable || others.length === 0) return null
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <Button
        variant="quiet"
        size="sm"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ms-4 justify-self-start"
      >
        Pay another way
      </Button>
      {open && <Choices order={order} others={others} onDone={() => setOpen(false)} />}
    </div>
  )
}

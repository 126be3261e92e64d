import { Banknote } from 'lucide-react'
import type { PaymentOption } from '@/api/types'
import { formatMoney } from '@/lib/money'
import { Choice, Choices } from '@/ui/choice'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { CheckoutSection, ChoiceNotes } from './checkout-section'

/** What happens with each method after the order. */
const MEANINGS: Readonly<Record<string, string>> = {
  cod: 'Pay the courier in cash when your order arrives.',
  bankTransfer: 'We show you our bank account after the order. We pack when the money is there.',
  payhere: 'You go on to PayHere’s secure page to pay, and come back here.',
}
const COD_AT_SHOP = 'Pay in cash when you fetch your order.'

const meaningOf = (method: string, isPickup: boolean): string =>
  method === 'cod' && isPickup ? COD_AT_SHOP : (MEANINGS[method] ?? '')

const feeOf = ({ fee }: PaymentOption) => (fee > 0 ? `+ ${formatMoney(fee)}` : undefined)

function OnlyOption({ option, isPickup }: { option: PaymentOption; isPickup: boolean }) {
  return (
    <div className="flex gap-3.5">
      <Banknote aria-hidden size={22} strokeWidth={1.75} className="mt-0.5 flex-none text-lagoon" />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <div className="min-w-0">
          <p className="font-medium">{option.label}</p>
          <p className="text-sm text-cocoa">{option.reason ?? meaningOf(option.method, isPickup)}</p>
        </div>
        <p className="font-semibold tabular-nums">{feeOf(option)}</p>
      </div>
    </div>
  )
}

export type PaymentProps = {
  /** Undefined while they load. */
  options: readonly PaymentOption[] | undefined
  chosen: string | undefined
  onChoose: (method: string) => void
  isPickup: boolean
  /** The sentence about a selected method that gave way to another one. */
  replaced: string | null
  /** Why the server refused the chosen method. */
  error: string | undefined
}

function Options({ options, chosen, onChoose, isPickup }: PaymentProps) {
  const [first] = options ?? []
  if (options === undefined || first === undefined) return null
  if (options.length === 1) return <OnlyOption option={first} isPickup={isPickup} />
  return (
    <Choices legend="Method of payment">
      {options.map((option) => (
        <Choice
          key={option.method}
          name="payment-method"
          value={option.method}
          checked={option.available && option.method === chosen}
          onChoose={onChoose}
          disabled={!option.available}
          label={option.label}
          {...(option.fee > 0 && { aside: feeOf(option) })}
        >
          {option.reason ?? meaningOf(option.method, isPickup)}
        </Choice>
      ))}
    </Choices>
  )
}

/** How the order is paid: a choice, or a line where there is one way. */
export function PaymentSection(props: PaymentProps) {
  return (
    <CheckoutSection title="Payment">
      {props.options === undefined && (
        <LoadingRegion label="Loading the methods of payment...">
          <Skeleton className="h-12 w-full rounded-input" />
        </LoadingRegion>
      )}
      {props.options?.every(({ available }) => !available) === true && (
        <p className="mb-3 rounded-input bg-warning-wash px-4 py-3">
          No method of payment is available for this order.
        </p>
      )}
      <Options {...props} />
      <ChoiceNotes error={props.error} notice={props.replaced} />
    </CheckoutSection>
  )
}

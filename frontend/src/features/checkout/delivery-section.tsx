import { MapPin, Truck } from 'lucide-react'
import type { DeliveryOption } from '@/api/types'
import { formatDays } from '@/lib/date'
import { formatCents, formatMoney, toCents } from '@/lib/money'
import { Choice, Choices } from '@/ui/choice'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { CheckoutSection, ChoiceNotes } from './checkout-section'

const PICKUP = 'pickup'

/** What is paid for an option, with the full charge where a part of it is free. */
function Charge({ option: { charge, discount } }: { option: DeliveryOption }) {
  const paid = toCents(charge) - toCents(discount)
  return (
    <>
      {discount > 0 && (
        <s className="me-2 font-normal text-cocoa">
          <span className="sr-only">instead of </span>
          {formatMoney(charge)}
        </s>
      )}
      {paid === 0 ? 'Free' : formatCents(paid)}
    </>
  )
}

/** When an order arrives, or can be fetched. */
export function arrival({ method, estimatedFrom, estimatedTo }: DeliveryOption, shopAddress: string): string {
  const days = formatDays(estimatedFrom, estimatedTo)
  return method === PICKUP ? `Ready ${days} at ${shopAddress}` : `Arrives ${days}`
}

function OnlyOption({ option, shopAddress }: { option: DeliveryOption; shopAddress: string }) {
  const Icon = option.method === PICKUP ? MapPin : Truck
  return (
    <div className="flex gap-3.5">
      <Icon aria-hidden size={22} strokeWidth={1.75} className="mt-0.5 flex-none text-lagoon" />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <div className="min-w-0">
          <p className="font-medium">{option.label}</p>
          <p className="text-sm text-cocoa">{arrival(option, shopAddress)}</p>
        </div>
        <p className="font-semibold tabular-nums">
          <Charge option={option} />
        </p>
      </div>
    </div>
  )
}

export type DeliveryProps = {
  /** Undefined while they load. */
  options: readonly DeliveryOption[] | undefined
  chosen: string | undefined
  onChoose: (method: string) => void
  district: string
  /** Why a district should be chosen. */
  hint: string | null
  /** The chosen method gave way: its district does not have it. */
  missing: string | null
  /** Why the server refused the chosen method. */
  error: string | undefined
  shopAddress: string
}

function Options({ options, chosen, onChoose, shopAddress }: DeliveryProps) {
  const [first] = options ?? []
  if (options === undefined || first === undefined) return null
  if (options.length === 1) return <OnlyOption option={first} shopAddress={shopAddress} />
  return (
    <Choices legend="Method of delivery">
      {options.map((option) => (
        <Choice
          key={option.method}
          name="delivery-method"
          value={option.method}
          checked={option.method === chosen}
          onChoose={onChoose}
          label={option.label}
          aside={<Charge option={option} />}
        >
          {arrival(option, shopAddress)}
        </Choice>
      ))}
    </Choices>
  )
}

/** How the order comes: a choice, or a line where there is one way. */
export function DeliverySection(props: DeliveryProps) {
  const { options, district, hint, missing } = props
  return (
    <CheckoutSection title="Delivery">
      {options === undefined && (
        <LoadingRegion label="Loading the methods of delivery...">
          <Skeleton className="h-12 w-full rounded-input" />
        </LoadingRegion>
      )}
      {options?.length === 0 && (
        <p className="rounded-input bg-warning-wash px-4 py-3">
          We do not deliver {district === '' ? 'there' : `to ${district}`} yet. Please choose another address.
        </p>
      )}
      {hint !== null && <p className="mb-3 text-sm text-cocoa">{hint}</p>}
      <Options {...props} />
      <ChoiceNotes
        error={props.error}
        notice={missing && `${missing} is not offered in ${district || 'this district'}.`}
      />
    </CheckoutSection>
  )
}

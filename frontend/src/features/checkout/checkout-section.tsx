import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Choice, Choices } from '@/ui/choice'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'

/** One part of the checkout's form, with its heading. */
export function CheckoutSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="border-t border-line pt-6 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <h3 id={id} className="mb-4 font-display text-xl">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** A method of delivery or payment. */
export type Method = {
  method: string
  label: string
  /** What the method means, or why it is not available. */
  text: string
  /** What it costs. */
  cost: ReactNode
  /** For the line of a method that is the only one. */
  icon: LucideIcon
  disabled?: boolean
}

function OnlyMethod({ icon: Icon, label, text, cost }: Method) {
  return (
    <div className="flex gap-3.5">
      <Icon aria-hidden size={22} strokeWidth={1.75} className="mt-0.5 flex-none text-lagoon" />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <div className="min-w-0">
          <p className="font-medium">{label}</p>
          <p className="text-sm text-cocoa">{text}</p>
        </div>
        <p className="font-semibold tabular-nums">{cost}</p>
      </div>
    </div>
  )
}

type MethodProps = {
  what: 'delivery' | 'payment'
  /** Undefined while they load. */
  methods: readonly Method[] | undefined
  chosen: string | undefined
  onChoose: (method: string) => void
  /** Why the server refused the chosen method. */
  error: string | undefined
  /** What took the place of the chosen method. */
  notice: string | null
  /** Above the methods. */
  children: ReactNode
}

function Methods({ what, methods = [], chosen, onChoose }: MethodProps) {
  const [first] = methods
  if (first === undefined) return null
  if (methods.length === 1) return <OnlyMethod {...first} />
  return (
    <Choices legend={`Method of ${what}`}>
      {methods.map(({ method, label, text, cost, disabled = false }) => (
        <Choice
          key={method}
          name={`${what}-method`}
          value={method}
          checked={!disabled && method === chosen}
          onChoose={onChoose}
          disabled={disabled}
          label={label}
          aside={cost}
        >
          {text}
        </Choice>
      ))}
    </Choices>
  )
}

/** How the order comes or is paid: a choice, or a line where there is one way. */
export function MethodSection(props: MethodProps) {
  const { what, methods, error, notice, children } = props
  return (
    <CheckoutSection title={what === 'delivery' ? 'Delivery' : 'Payment'}>
      {methods === undefined && (
        <LoadingRegion label={`Loading the methods of ${what}...`}>
          <Skeleton className="h-12 w-full rounded-input" />
        </LoadingRegion>
      )}
      {children}
      <Methods {...props} />
      {error !== undefined && (
        <p role="alert" className="mt-2 text-sm font-medium text-error">
          {error}
        </p>
      )}
      <p role="status" className="mt-2 text-sm text-cocoa empty:mt-0">
        {notice}
      </p>
    </CheckoutSection>
  )
}

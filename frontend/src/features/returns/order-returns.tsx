import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { shopTermsQuery } from '@/api/shop-terms'
import type { Order } from '@/api/types'
import { formatDay } from '@/lib/date'
import { Button } from '@/ui/button'
import { ReturnCard } from './return-card'
import { ReturnForm } from './return-form'
import { openUntil } from './return-window'

/** The heading of the returns, which takes the focus of the form that is removed when a sent return is shown. */
export function useReturnsHeading({ returns }: Order) {
  const heading = useRef<HTMLHeadingElement>(null)
  const sent = useRef(false)
  const count = returns.length
  useEffect(() => {
    if (count === 0 || !sent.current) return
    sent.current = false
    heading.current?.focus()
  }, [count])
  const onSent = () => {
    sent.current = true
  }
  return { heading, onSent }
}

type OrderReturnsProps = {
  order: Order
  /** Takes the focus after a return was sent. */
  headingRef: Ref<HTMLHeadingElement>
  className: string
}

/** The returns of an order, the newest first; nothing where there is none. */
export function OrderReturns({ order, headingRef, className }: OrderReturnsProps) {
  const id = useId()
  const { returns } = order
  if (returns.length === 0) return null
  return (
    <section aria-labelledby={id} className={className}>
      <h2 ref={headingRef} id={id} tabIndex={-1} className="font-display text-xl">
        {returns.length === 1 ? 'Your return' : 'Your returns'}
      </h2>
      <ul className="divide-y divide-line">
        {[...returns].reverse().map((one) => (
          <li key={one.returnId} className="py-4 last:pb-0">
            <ReturnCard order={order} of={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type ReturnItemsProps = {
  order: Order
  onSent: () => void
  /** The other buttons of the order. */
  children: ReactNode
}

/** The buttons of an order: with the one that returns items as long as the shop takes them back; its form is below them. */
export function ReturnItems({ order, onSent, children }: ReturnItemsProps) {
  const { data: terms } = useQuery(shopTermsQuery())
  const heading = useRef<HTMLHeadingElement>(null)
  const [open, setOpen] = useState(false)
  const [closed, setClosed] = useState(false)
  const id = useId()
  useEffect(() => {
    if (open) heading.current?.focus()
  }, [open])
  const close = () => {
    setOpen(false)
    setClosed(true)
  }
  const done = () => {
    setOpen(false)
    onSent()
  }
  const until = terms === undefined ? null : openUntil(order, terms)
  return (
    <>
      <div>
        <div className="flex flex-wrap gap-3">
          {children}
          {until !== null && !open && (
            <Button variant="secondary" autoFocus={closed} onClick={() => setOpen(true)}>
              Return items
            </Button>
          )}
        </div>
        {until !== null && !open && (
          <p className="mt-2 text-sm text-cocoa">Items can be returned until {formatDay(until)}.</p>
        )}
      </div>
      {terms !== undefined && open && (
        <section aria-labelledby={id} className="border-t border-line pt-6">
          <h2 ref={heading} id={id} tabIndex={-1} className="mb-4 font-display text-xl">
            Return items
          </h2>
          <ReturnForm order={order} terms={terms} onDone={done} onCancel={close} />
        </section>
      )}
    </>
  )
}

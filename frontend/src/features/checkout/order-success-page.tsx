import { useQuery } from '@tanstack/react-query'
import { Check, CreditCard, type LucideIcon, MapPin, PackageCheck, Truck } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useMailConnected } from '@/api/mail-connection'
import { messageOf } from '@/api/problem'
import { serverNow } from '@/api/server-clock'
import type { Order } from '@/api/types'
import { RequireSession } from '@/features/auth/require-session'
import { DeliveryFacts, isPickup, recipientHeading } from '@/features/orders/delivery-facts'
import { OrderLines } from '@/features/orders/order-lines'
import { orderQueries } from '@/features/orders/queries'
import { PaymentPanel } from '@/features/payments/payment-panel'
import { refreshAfter } from '@/features/payments/refresh'
import { ReturnsLine } from '@/features/terms/returns-line'
import { ButtonLink } from '@/ui/button'
import { ErrorNotice } from '@/ui/error-notice'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { type MissingChange, missingIn } from './missing-changes'
import { MissingChangesNotice } from './missing-changes-notice'
import { loadOrderId } from './saved-checkout'
import { describeReadiness } from './trust-lines'

export const TITLE = 'Order placed'

type Step = { icon: LucideIcon; title: string; text: string }

const PLACED: Step = {
  icon: Check,
  title: 'We have your order',
  text: 'Its number is above. You find it under Orders at any time.',
}

const PAID_FIRST: Step = {
  icon: CreditCard,
  title: 'You pay it',
  text: 'We pack your order as soon as it is paid.',
}

const DELIVERED: readonly Step[] = [
  {
    icon: PackageCheck,
    title: 'We pack it',
    text: 'With care. Its status changes to shipped when it leaves us.',
  },
  {
    icon: Truck,
    title: 'It comes to you',
    text: 'Anywhere on the island. The courier calls the number you gave.',
  },
]

const pickedUp = (mails: boolean): readonly Step[] => [
  { icon: PackageCheck, title: 'We pack it', text: `With care. ${describeReadiness(mails)}` },
  { icon: MapPin, title: 'You fetch it', text: 'At our shop. Please have the number of your order ready.' },
]

/** What happens to the order. One that is paid by transfer or card is not packed before it is paid. */
const stepsOf = (order: Order, mails: boolean): readonly Step[] => [
  PLACED,
  ...(order.payment.method !== 'cod' && order.payment.amountDue > 0 ? [PAID_FIRST] : []),
  ...(isPickup(order) ? pickedUp(mails) : DELIVERED),
]

function OrderItems({ order }: { order: Order }) {
  return (
    <section aria-labelledby="ordered-items" className="rounded-card border border-line bg-white p-5 sm:p-7">
      <h2 id="ordered-items" className="font-display text-2xl">
        Your items
      </h2>
      <OrderLines order={order} className="mt-4" lineClassName="py-3.5" totalClassName="pt-4 text-xl" />
    </section>
  )
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="mt-4 flex flex-col gap-5">
      {steps.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <span className="inline-flex size-10 flex-none items-center justify-center rounded-full bg-white">
            <Icon aria-hidden size={20} />
          </span>
          <div>
            <p className="font-semibold">{title}</p>
            <p className="text-ink">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function NextSteps({ order }: { order: Order }) {
  const steps = stepsOf(order, useMailConnected())
  return (
    <section aria-labelledby="what-next" className="rounded-card bg-mist p-5 text-lagoon sm:p-7">
      <h2 id="what-next" className="font-display text-2xl">
        What happens next
      </h2>
      {order.status === 'cancelled' ? (
        <p className="mt-4 text-ink">This order is cancelled. Nothing of it is packed or sent.</p>
      ) : (
        <Steps steps={steps} />
      )}
      <div className="mt-5 border-t border-lagoon/20 pt-4 text-ink">
        <p className="text-sm text-lagoon">Delivery</p>
        <p className="mb-3 font-semibold">
          <DeliveryFacts order={order} />
        </p>
        <p className="text-sm text-lagoon">{recipientHeading(order)}</p>
        <p className="font-semibold">{order.name}</p>
        <p className="whitespace-pre-line">{order.address}</p>
        <p>{order.phone}</p>
        <ReturnsLine />
      </div>
    </section>
  )
}

function Receipt({ order, missing }: { order: Order; missing: readonly MissingChange[] }) {
  return (
    <>
      <header className="mb-8 flex flex-col items-center gap-3 text-center sm:mb-10">
        <span className="inline-flex size-16 items-center justify-center rounded-full bg-success-wash text-success">
          <Check aria-hidden size={32} strokeWidth={2.25} />
        </span>
        <p role="status" className="font-semibold text-success">
          Order placed successfully!
        </p>
        <h1 className="font-display text-title">Thank you for your order</h1>
        <p className="text-lg text-cocoa">
          Order ID <span className="font-semibold break-all text-ink select-all">{order.orderId}</span>
        </p>
      </header>
      {missing.length > 0 && <MissingChangesNotice orderId={order.orderId} missing={missing} />}
      <div className="grid items-start gap-6 lg:grid-cols-[1.25fr_1fr]">
        <div className="grid gap-6">
          <PaymentPanel order={order} className="rounded-card border border-line bg-white p-5 sm:p-7" />
          <OrderItems order={order} />
        </div>
        <NextSteps order={order} />
      </div>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/products">Continue shopping</ButtonLink>
        <ButtonLink to="/orders" variant="secondary">
          View your orders
        </ButtonLink>
      </div>
    </>
  )
}

function Loading() {
  return (
    <>
      <h1 className="sr-only">Your order</h1>
      <LoadingRegion>
        <Skeleton className="mx-auto h-10 w-80 max-w-full" />
        <div className="mt-10 grid gap-6 lg:grid-cols-[1.25fr_1fr]">
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </div>
      </LoadingRegion>
    </>
  )
}

function PlacedOrder({ orderId }: { orderId: string }) {
  const missing = missingIn(useLocation().state)
  const {
    data: order,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...orderQueries.detail(orderId),
    refetchInterval: ({ state }) => refreshAfter(state.data, serverNow()),
  })
  if (order === null) return <Navigate to="/orders" replace />
  if (order !== undefined) return <Receipt order={order} missing={missing} />
  if (error === null) return <Loading />
  return (
    <>
      <h1 className="mb-8 font-display text-title">Your order {orderId}</h1>
      <ErrorNotice message={messageOf(error)} onRetry={() => void refetch()} pending={isFetching} />
    </>
  )
}

/** The order's number in the navigation state, else that of the last order in this tab. */
function useOrderId(): string | null {
  const state = useLocation().state as { orderId?: unknown } | null
  const given = typeof state?.orderId === 'string' ? state.orderId : null
  const [savedId] = useState(loadOrderId)
  return given ?? savedId
}

export function OrderSuccessPage() {
  const orderId = useOrderId()
  if (orderId === null) return <Navigate to="/orders" replace />
  return (
    <RequireSession>
      <Container className="max-w-5xl py-10 sm:py-14">
        <PageMeta title={TITLE} />
        <PlacedOrder orderId={orderId} />
      </Container>
    </RequireSession>
  )
}

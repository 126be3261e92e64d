import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { keepOnDevice, readFromDevice } from '@/api/device-storage'
import { messageOf } from '@/api/problem'
import type { Invoice, Order } from '@/api/types'
import { InvoiceSheet, type Paper } from '@/features/invoices/invoice-sheet'
import { invoicesQuery, useIssueInvoice, useNotePrint } from '@/features/invoices/queries'
import { useRollPage } from '@/features/invoices/use-roll-page'
import { nameOf } from '@/features/invoices/words'
import { orderQueries } from '@/features/orders/queries'
import { balanceLines } from '@/features/payments/payment-state'
import { formatMoney } from '@/lib/money'
import { useUrlState } from '@/lib/url-state'
import { FilterChips } from '@/ui/admin/filter-chips'
import { useBackLink } from '@/ui/admin/use-back-link'
import { Button, ButtonLink } from '@/ui/button'
import { Loaded } from '@/ui/loaded'
import { PageMeta } from '@/ui/page-meta'
import { toast } from '@/ui/toast'

export const TITLE = 'Invoice'

/** What was paid of the total, what is to be paid, and what goes back. */
function Balance({ order }: { order: Order }) {
  const lines = balanceLines(order)
  if (lines.length === 0) return null
  return (
    <dl className="together mt-4 grid gap-1 tabular-nums">
      {lines.map(({ label, amount }) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt>{label}</dt>
          <dd className="whitespace-nowrap">{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

const PAPER = 'invoicePaper'
const PAPERS = [
  { value: 'a4', label: 'A4' },
  { value: 'receipt', label: 'Receipt 80 mm' },
] as const satisfies { value: Paper; label: string }[]

/** The paper of this device's printer. */
function usePaper(): [Paper, (paper: Paper) => void] {
  const [paper, setPaper] = useState<Paper>(readFromDevice(PAPER) === 'receipt' ? 'receipt' : 'a4')
  useRollPage(paper === 'receipt')
  const choose = (next: Paper) => {
    keepOnDevice(PAPER, next === 'a4' ? null : next)
    setPaper(next)
  }
  return [paper, choose]
}

/** Prints a document once its printing is noted; `printed` is shown instead of it until the print is over. */
function usePrinted(orderId: string) {
  const { mutate, isPending } = useNotePrint(orderId)
  const [printed, setPrinted] = useState<Invoice | null>(null)
  useEffect(() => {
    if (printed === null) return
    const over = () => setPrinted(null)
    window.addEventListener('afterprint', over, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', over)
  }, [printed])
  const print = ({ number }: Invoice) =>
    mutate(number, {
      onSuccess: setPrinted,
      onError: (error) => toast.error(messageOf(error, 'The print could not be noted. Please try again.')),
    })
  return { print, isPending, printed }
}

/** An order without a document: the first one can be issued by hand. */
function NoInvoice({ order: { orderId, status } }: { order: Order }) {
  const { mutate, isPending } = useIssueInvoice(orderId)
  const isCancelled = status === 'cancelled'
  return (
    <div className="rounded-card border border-line bg-white p-6">
      <h1 className="font-display text-heading">{TITLE}</h1>
      <p className="mt-2 max-w-prose text-cocoa">
        {isCancelled
          ? 'This order was cancelled before it had an invoice. It needs none.'
          : 'This order has no invoice yet. It is issued by itself as soon as the order is paid, packed or sent. You can also issue it now. From then on it does not change.'}
      </p>
      {!isCancelled && (
        <Button
          className="mt-4"
          pending={isPending}
          onClick={() =>
            mutate(undefined, {
              onError: (error) =>
                toast.error(messageOf(error, 'Failed to issue the invoice. Please try again.')),
            })
          }
        >
          Issue the invoice
        </Button>
      )}
    </div>
  )
}

/** The document that is in force: a tax invoice replaces the invoice. */
const presentOf = (invoices: readonly Invoice[]): Invoice | undefined =>
  invoices.findLast(({ kind }) => kind !== 'creditNote')

/** The document that is open: the one in the URL, else the one in force. */
const chosenOf = (invoices: readonly Invoice[], number: string | null): Invoice | undefined =>
  invoices.find((one) => one.number === number) ?? presentOf(invoices)

type FrameProps = {
  title: string
  orderId: string
  print: ReactNode
  choices?: ReactNode
  children: ReactNode
}

function Frame({ title, orderId, print, choices, children }: FrameProps) {
  const { fromHere, link } = useBackLink(`/admin/orders?view=${encodeURIComponent(orderId)}`)
  return (
    <main
      id="main"
      tabIndex={-1}
      className="min-h-dvh bg-shell px-4 pb-12 print:min-h-0 print:bg-transparent print:p-0"
    >
      <PageMeta title={title} />
      <div className="print-hidden mx-auto grid max-w-[210mm] gap-4 py-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <ButtonLink {...link} variant="quiet" size="sm">
            <ArrowLeft aria-hidden size={18} />
            {fromHere ? 'Back' : 'Back to the order'}
          </ButtonLink>
          {print}
        </div>
        {choices}
      </div>
      <div className="mx-auto max-w-[210mm] print:max-w-none">{children}</div>
    </main>
  )
}

function Documents({ order, invoices }: { order: Order; invoices: readonly Invoice[] }) {
  const [params, patch] = useUrlState()
  const [paper, setPaper] = usePaper()
  const { print, isPending, printed } = usePrinted(order.orderId)
  const chosen = chosenOf(invoices, params.get('number'))
  if (chosen === undefined)
    return (
      <Frame title={TITLE} orderId={order.orderId} print={null}>
        <NoInvoice order={order} />
      </Frame>
    )
  const shown = printed?.number === chosen.number ? printed : chosen
  return (
    <Frame
      title={nameOf(chosen)}
      orderId={order.orderId}
      print={
        <Button size="sm" pending={isPending} onClick={() => print(chosen)}>
          <Printer aria-hidden size={18} />
          {chosen.copy ? 'Print a copy' : 'Print'}
        </Button>
      }
      choices={
        <div className="flex flex-wrap justify-between gap-3">
          {invoices.length > 1 && (
            <FilterChips
              label="Document"
              options={invoices.map((one) => ({ value: one.number, label: nameOf(one) }))}
              value={chosen.number}
              onChange={(number) => patch({ number })}
            />
          )}
          <FilterChips label="Paper" options={PAPERS} value={paper} onChange={setPaper} />
        </div>
      }
    >
      <InvoiceSheet invoice={shown} paper={paper}>
        {chosen === presentOf(invoices) && order.status !== 'cancelled' && <Balance order={order} />}
      </InvoiceSheet>
    </Frame>
  )
}

/** The printable invoice, credit notes and tax invoice of an order. */
export function InvoicePage() {
  const { orderId = '' } = useParams()
  const order = useQuery(orderQueries.detail(orderId))
  const invoices = useQuery(invoicesQuery(orderId))
  if (order.data != null && invoices.data != null)
    return <Documents key={orderId} order={order.data} invoices={invoices.data} />
  const query = order.data === undefined ? order : invoices
  return (
    <Frame
      title={`${TITLE} ${orderId}`}
      orderId={orderId}
      print={
        <Button size="sm" disabled>
          <Printer aria-hidden size={18} />
          Print
        </Button>
      }
    >
      <Loaded query={query}>
        {() => (
          <>
            <h1 className="font-display text-heading">{TITLE}</h1>
            <p className="mt-3">There is no order with this number.</p>
            <p className="font-semibold">{orderId}</p>
          </>
        )}
      </Loaded>
    </Frame>
  )
}

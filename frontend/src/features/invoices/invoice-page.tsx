import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { RequireSession } from '@/features/auth/require-session'
import { Button, ButtonLink } from '@/ui/button'
import { Loaded } from '@/ui/loaded'
import { PageMeta } from '@/ui/page-meta'
import { Container } from '@/ui/section'
import { InvoiceSheet } from './invoice-sheet'
import { invoicesQuery } from './queries'
import { nameOf } from './words'

export const TITLE = 'Invoice'

function OneInvoice({ orderId, number }: { orderId: string; number: string }) {
  const query = useQuery(invoicesQuery(orderId))
  const invoice = query.data?.find((one) => one.number === number)
  return (
    <Container className="pt-4 pb-section">
      <PageMeta title={invoice === undefined ? `${TITLE} ${number}` : nameOf(invoice)} />
      <div className="sheet-bar print-hidden flex flex-wrap items-center justify-between gap-3 py-4">
        <ButtonLink to={`/orders/${encodeURIComponent(orderId)}`} variant="quiet" size="sm">
          <ArrowLeft aria-hidden size={18} />
          Back to the order
        </ButtonLink>
        <Button size="sm" disabled={invoice === undefined} onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          Print
        </Button>
      </div>
      <Loaded query={query} message="The invoice could not be loaded." skeleton="h-80">
        {() =>
          invoice === undefined ? (
            <>
              <h1 className="font-display text-heading">{TITLE}</h1>
              <p className="mt-3">This order has no invoice with the number {number}.</p>
            </>
          ) : (
            <InvoiceSheet invoice={invoice} />
          )
        }
      </Loaded>
    </Container>
  )
}

/** An invoice or credit note of the customer's own order. */
export function InvoicePage() {
  const { orderId = '', number = '' } = useParams()
  return (
    <RequireSession message="Please Login To View Your Orders">
      <OneInvoice key={orderId} orderId={orderId} number={number} />
    </RequireSession>
  )
}

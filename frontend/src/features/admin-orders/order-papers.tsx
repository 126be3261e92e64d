import { useQuery } from '@tanstack/react-query'
import { PackageOpen, ReceiptText } from 'lucide-react'
import type { Order } from '@/api/types'
import { InvoiceList } from '@/features/invoices/invoice-list'
import { invoicesQuery } from '@/features/invoices/queries'
import { TaxInvoiceRequest } from '@/features/invoices/tax-invoice-request'
import { FROM_HERE } from '@/ui/admin/use-back-link'
import { ButtonLink } from '@/ui/button'
import { invoicePath, packingSlipPath } from './print-paths'

/** The invoices of an order and its packing slip, each a link to its printable page. */
export function OrderPapers({ order: { orderId, status, name, address } }: { order: Order }) {
  const { data } = useQuery(invoicesQuery(orderId))
  const invoices = data ?? []
  const isCancelled = status === 'cancelled'
  if (isCancelled && invoices.length === 0) return null
  return (
    <section aria-label="Papers" className="grid gap-4">
      {invoices.length > 0 && (
        <InvoiceList
          invoices={invoices}
          pathOf={({ number }) => invoicePath(orderId, number)}
          state={FROM_HERE}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {invoices.length === 0 && (
          <ButtonLink to={invoicePath(orderId)} state={FROM_HERE} variant="secondary" size="sm">
            <ReceiptText aria-hidden size={18} />
            Invoice
          </ButtonLink>
        )}
        {!isCancelled && (
          <ButtonLink to={packingSlipPath(orderId)} state={FROM_HERE} variant="secondary" size="sm">
            <PackageOpen aria-hidden size={18} />
            Packing slip
          </ButtonLink>
        )}
      </div>
      <TaxInvoiceRequest
        orderId={orderId}
        invoices={invoices}
        start={{ name, address }}
        label="Make a tax invoice"
      />
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Order } from '@/api/types'
import { InvoiceList } from './invoice-list'
import { invoicesQuery } from './queries'
import { TaxInvoiceRequest } from './tax-invoice-request'

/** The invoices of a customer's order; nothing before the first is issued. */
export function OrderInvoices({ order: { orderId, name, address } }: { order: Order }) {
  const { data } = useQuery(invoicesQuery(orderId))
  const id = useId()
  if (data == null || data.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-display text-xl">
        {data.length === 1 ? 'Invoice' : 'Invoices'}
      </h2>
      <InvoiceList
        invoices={data}
        pathOf={({ number }) => `/orders/${encodeURIComponent(orderId)}/invoice/${number}`}
      />
      <div className="mt-4">
        <TaxInvoiceRequest
          orderId={orderId}
          invoices={data}
          start={{ name, address }}
          label="Ask for a tax invoice"
        />
      </div>
    </section>
  )
}

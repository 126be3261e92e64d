import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Invoice, Order } from '@/api/types'
import { asOwner, orderOf } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { invoiceOf } from '@/test/returns'
import { at, server } from '@/test/server'

const PATH = '/admin/orders/invoice/ARA-7K3M-Q9TX'

/** A server that keeps the order's documents, and counts their prints. */
function withInvoices(first: Invoice[], order: Partial<Order> = {}) {
  let kept = first
  server.use(
    http.get(at('/api/orders/:id'), () => HttpResponse.json(orderOf(order))),
    http.get(at('/api/orders/:id/invoices'), () => HttpResponse.json(kept)),
    http.post(at('/api/orders/:id/invoices'), () => {
      kept = [invoiceOf()]
      return HttpResponse.json(kept)
    }),
    http.post(at('/api/orders/:id/invoices/:number/print'), ({ params }) => {
      const [before] = kept.filter(({ number }) => number === params.number)
      kept = kept.map((one) =>
        one.number === params.number ? { ...one, printed: one.printed + 1, copy: true } : one,
      )
      return HttpResponse.json({ ...before, printed: (before?.printed ?? 0) + 1 })
    }),
  )
}

/** The sheet at the moment at which the browser prints it. */
let printed: (string | null)[]

asOwner()
beforeEach(() => {
  printed = []
  vi.stubGlobal('print', () => {
    printed.push(document.querySelector('.print-sheet')?.textContent ?? null)
    setTimeout(() => fireEvent(window, new Event('afterprint')))
  })
})

describe('the invoice of an order', () => {
  it('is printed once without the mark of a copy', async () => {
    withInvoices([invoiceOf()])
    const { user } = renderApp(PATH)
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoice' })).toBeVisible()
    expect(screen.getByText('Grand Total').parentElement).toHaveTextContent('LKR. 8,950.00')
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await waitFor(() => expect(printed).toHaveLength(1))
    expect(printed[0]).not.toContain('COPY')
    await user.click(await screen.findByRole('button', { name: 'Print a copy' }))
    await waitFor(() => expect(printed).toHaveLength(2))
    expect(printed[1]).toContain('COPY')
  })

  it('is issued by hand before the order is paid or packed', async () => {
    withInvoices([])
    const { user } = renderApp(PATH)
    await user.click(await screen.findByRole('button', { name: 'Issue the invoice' }))
    expect(await screen.findByText('INV-000001')).toBeVisible()
    expect(screen.getByText('To be paid in cash on delivery')).toBeVisible()
  })

  it('is not issued for a cancelled order', async () => {
    withInvoices([], { status: 'cancelled' })
    renderApp(PATH)
    expect(await screen.findByText(/^This order was cancelled before it had an invoice/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Issue the invoice' })).toBeNull()
  })

  it('has its credit notes beside it, and fits the paper of a receipt printer', async () => {
    const credit = invoiceOf({ number: 'CRN-000001', kind: 'creditNote', credits: 'INV-000001', total: 4350 })
    withInvoices([invoiceOf(), credit])
    const { user, unmount } = renderApp(PATH)
    await user.click(await screen.findByRole('button', { name: 'Credit note CRN-000001' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Credit note' })).toBeVisible()
    expect(screen.getByText('Credited').parentElement).toHaveTextContent('LKR. 4,350.00')
    await user.click(screen.getByRole('button', { name: 'Receipt 80 mm' }))
    expect(document.querySelector('.print-sheet')).toHaveClass('receipt')
    unmount()
    // The paper is that of the printer: this device keeps it.
    renderApp(PATH)
    await screen.findByRole('heading', { level: 1, name: 'Invoice' })
    expect(document.querySelector('.print-sheet')).toHaveClass('receipt')
    localStorage.clear()
  })

  it('has the VAT of a tax invoice as a sum of its own', async () => {
    const vat = { percent: 18, amount: 1365.25 }
    const buyer = { ...invoiceOf().buyer, tin: '123456789' }
    withInvoices([invoiceOf({ number: 'TIN-000001', kind: 'taxInvoice', vat, buyer })])
    renderApp(PATH)
    expect(await screen.findByRole('heading', { level: 1, name: 'Tax invoice' })).toBeVisible()
    expect(screen.getByText('Value without VAT').parentElement).toHaveTextContent('LKR. 7,584.75')
    expect(screen.getByText('VAT 18 %').parentElement).toHaveTextContent('LKR. 1,365.25')
    expect(screen.getByText('TIN 123456789')).toBeVisible()
  })
})

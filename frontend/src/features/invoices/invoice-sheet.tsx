import '@/ui/print-sheet.css'
import { Fragment, type ReactNode } from 'react'
import type { Invoice } from '@/api/types'
import { formatInteger } from '@/lib/integer'
import { formatCents, formatMoney, toCents } from '@/lib/money'
import { ColumnHeads } from '@/ui/column-heads'
import { cx } from '@/ui/cx'
import { describeVat } from '@/ui/vat-line'
import { reasonOf, titleOf } from './words'

type DocumentProps = { invoice: Invoice }

/** The mark of a reprint. */
function CopyMark() {
  return <p className="copy-mark">COPY</p>
}

function Facts({ invoice: { number, dateText, orderId, credits, reason } }: DocumentProps) {
  const facts = [
    ['Number', number],
    ['Date', dateText],
    ['Order', orderId],
    ...(credits === null ? [] : [['Credits', credits]]),
    ...(reason === null ? [] : [['Reason', reasonOf(reason)]]),
  ]
  return (
    <dl className="facts mt-2">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function Seller({ invoice: { seller }, className }: DocumentProps & { className?: string }) {
  return (
    <div className={className}>
      <p className="font-display text-2xl">{seller.name}</p>
      {seller.address !== '' && <p className="whitespace-pre-line">{seller.address}</p>}
      {seller.phone !== '' && <p>{seller.phone}</p>}
      <p className="break-words">{seller.email}</p>
      {seller.tin !== null && <p>TIN {seller.tin}</p>}
      {seller.unitCode !== null && <p>Unit code {seller.unitCode}</p>}
    </div>
  )
}

function Buyer({ invoice: { buyer } }: DocumentProps) {
  return (
    <section className="together mt-6">
      <h2 className="font-semibold">Customer</h2>
      <p>{buyer.name}</p>
      <p className="whitespace-pre-line">{buyer.address}</p>
      {buyer.phone !== '' && <p>{buyer.phone}</p>}
      {buyer.email !== '' && <p className="break-words">{buyer.email}</p>}
      {buyer.tin !== null && <p>TIN {buyer.tin}</p>}
    </section>
  )
}

type Line = Invoice['lines'][number]

/** '2 × LKR. 4,350.00 − LKR. 870.00' */
const priceOf = ({ price, quantity, discount }: Line): string =>
  `${formatInteger(quantity)} × ${formatMoney(price)}${discount === 0 ? '' : ` − ${formatMoney(discount)}`}`

/** The lines of an A4 sheet. On the screen of a phone the price is below the name. */
function LineTable({ invoice: { lines, extras } }: DocumentProps) {
  const isReduced = lines.some(({ discount }) => discount !== 0)
  // The rest of an invoice is credited in one sum.
  const details = lines.length === 0 ? [] : ['Price', 'Quantity', ...(isReduced ? ['Discount'] : [])]
  return (
    <table className="mt-8 text-sm">
      <caption className="sr-only">The items</caption>
      <ColumnHeads
        heads={[
          'Item',
          ...details.map((label) => ({ label, end: true, className: 'wide' })),
          { label: 'Total', end: true },
        ]}
      />
      <tbody>
        {lines.map((line) => (
          <tr key={line.productId ?? line.name}>
            <td>
              <span className="block font-semibold">{line.name}</span>
              {line.productId}
              <span className="narrow">{priceOf(line)}</span>
            </td>
            <td className="wide text-end">{formatMoney(line.price)}</td>
            <td className="wide text-end">{formatInteger(line.quantity)}</td>
            {isReduced && <td className="wide text-end">{formatMoney(-line.discount)}</td>}
            <td className="text-end">{formatMoney(line.total)}</td>
          </tr>
        ))}
      </tbody>
      {extras.length > 0 && (
        <tbody>
          {extras.map(({ label, amount }) => (
            <tr key={label}>
              <th scope="row" className="text-start font-normal">
                {label}
              </th>
              {details.length > 0 && <td className="wide" colSpan={details.length} />}
              <td className="text-end">{formatMoney(amount)}</td>
            </tr>
          ))}
        </tbody>
      )}
    </table>
  )
}

function Amount({ label, text, className }: { label: ReactNode; text: string; className?: string }) {
  return (
    <div className={cx('together flex flex-wrap items-baseline justify-between gap-x-4', className)}>
      <dt>{label}</dt>
      <dd className="ms-auto whitespace-nowrap tabular-nums">{text}</dd>
    </div>
  )
}

/** The lines of a receipt, which is too narrow for a table. */
function LineList({ invoice: { lines, extras } }: DocumentProps) {
  return (
    <dl className="receipt-lines mt-4 grid gap-2">
      {lines.map((line) => (
        <Amount
          key={line.productId ?? line.name}
          label={
            <>
              <span className="block font-semibold">{line.name}</span>
              {priceOf(line)}
            </>
          }
          text={formatMoney(line.total)}
        />
      ))}
      {extras.map(({ label, amount }) => (
        <Amount key={label} label={label} text={formatMoney(amount)} />
      ))}
    </dl>
  )
}

const TOTALS: Record<Invoice['kind'], string> = {
  invoice: 'Grand Total',
  creditNote: 'Credited',
  taxInvoice: 'Total with VAT',
}

/** The total with its VAT: a tax invoice has the value without it and the VAT as sums of their own. */
function Totals({ invoice: { kind, total, vat } }: DocumentProps) {
  return (
    <dl className="mt-4 grid gap-1">
      {kind === 'taxInvoice' && vat !== null && (
        <>
          <Amount label="Value without VAT" text={formatCents(toCents(total) - toCents(vat.amount))} />
          <Amount label={`VAT ${vat.percent} %`} text={formatMoney(vat.amount)} />
        </>
      )}
      <Amount label={TOTALS[kind]} text={formatMoney(total)} className="text-lg font-semibold" />
      {kind !== 'taxInvoice' && vat !== null && (
        <div className="text-end">
          <dt className="sr-only">VAT</dt>
          <dd>{describeVat(vat)}</dd>
        </div>
      )}
    </dl>
  )
}

export type Paper = 'a4' | 'receipt'

/** An invoice, credit note or tax invoice as it is printed; `children` stand below its total. */
export function InvoiceSheet({
  invoice,
  paper = 'a4',
  children,
}: DocumentProps & { paper?: Paper; children?: ReactNode }) {
  const heading = (
    <div>
      {invoice.copy && <CopyMark />}
      <h1 className={cx('font-display', paper === 'a4' ? 'text-heading' : 'text-xl')}>{titleOf(invoice)}</h1>
      <Facts invoice={invoice} />
    </div>
  )
  if (paper === 'receipt')
    return (
      <article className="print-sheet receipt">
        <Seller invoice={invoice} className="mb-4 text-center" />
        {heading}
        <Buyer invoice={invoice} />
        <LineList invoice={invoice} />
        <Totals invoice={invoice} />
        {children}
      </article>
    )
  return (
    <article className="print-sheet">
      <header className="flex flex-wrap items-start justify-between gap-6 text-sm">
        {heading}
        <Seller invoice={invoice} className="letterhead" />
      </header>
      <Buyer invoice={invoice} />
      <LineTable invoice={invoice} />
      <Totals invoice={invoice} />
      {children}
    </article>
  )
}

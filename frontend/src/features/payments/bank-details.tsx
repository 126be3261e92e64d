import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { shopTermsQuery } from '@/api/shop-terms'
import type { BankAccount, Order } from '@/api/types'
import { formatMoney } from '@/lib/money'
import { ErrorNotice } from '@/ui/error-notice'
import { IconButton } from '@/ui/icon-button'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast'

async function copy(label: string, text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(`${label} copied.`)
  } catch {
    toast.error('Copying failed. Please select the text and copy it.')
  }
}

/** A value to enter at the bank; `copied` is what the bank's form takes. */
function Fact({ label, value, copied }: { label: string; value: string; copied?: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1">
      <dt className="col-start-1 pt-1.5 text-sm text-cocoa">{label}</dt>
      <dd className="col-start-1 min-w-0 pb-1.5 font-semibold break-words tabular-nums select-all">
        {value}
      </dd>
      {copied !== undefined && (
        <dd className="col-start-2 row-span-2 row-start-1">
          <IconButton
            icon={Copy}
            label={`Copy ${label.toLowerCase()}`}
            onClick={() => void copy(label, copied)}
          />
        </dd>
      )}
    </div>
  )
}

function Facts({ account: { bank, branch, holder, number }, order }: { account: BankAccount; order: Order }) {
  const { amountDue } = order.payment
  return (
    <dl className="divide-y divide-line rounded-input border border-line bg-paper ps-4 pe-1">
      <Fact label="Bank" value={branch === null ? bank : `${bank}, ${branch}`} />
      <Fact label="Account holder" value={holder} copied={holder} />
      <Fact label="Account number" value={number} copied={number} />
      <Fact label="Amount" value={formatMoney(amountDue)} copied={amountDue.toFixed(2)} />
      <Fact label="Reference" value={order.orderId} copied={order.orderId} />
    </dl>
  )
}

/** The shop's bank account, the amount and the reference of a transfer for this order. */
export function BankDetails({ order }: { order: Order }) {
  const { data, isError, isFetching, refetch } = useQuery(shopTermsQuery())
  if (data === undefined) {
    return isError ? (
      <ErrorNotice
        message="The bank account could not be loaded."
        pending={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingRegion>
        <Skeleton className="h-72 w-full rounded-input" />
      </LoadingRegion>
    )
  }
  const account = data.payment.bankAccount
  if (account === null) {
    return <p>Please contact us for our bank account: {data.phone}.</p>
  }
  return <Facts account={account} order={order} />
}

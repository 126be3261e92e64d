import { useQuery } from '@tanstack/react-query'
import { bankAccountQuery } from '@/features/returns/queries'
import { LoadFailure } from '@/ui/admin/load-failure'
import { CopyButton } from '@/ui/copy-button'
import { LoadingRegion, Skeleton } from '@/ui/skeleton'

/** The customer's account to which the money of a return goes. */
export function BankAccount({ orderId, returnId }: { orderId: string; returnId: number }) {
  const { data, isError, isRefetching, refetch } = useQuery(bankAccountQuery(orderId, returnId))
  if (isError && data === undefined)
    return <LoadFailure what="The bank account" pending={isRefetching} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <LoadingRegion>
        <Skeleton className="h-16 w-full" />
      </LoadingRegion>
    )
  const { bank, branch, name, number } = data
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-input bg-shell p-4">
      <div className="min-w-0">
        <p className="text-sm text-cocoa">Refund to the bank account</p>
        <p className="break-words">
          {[bank, branch].filter(Boolean).join(', ')}
          <br />
          {name}
          <br />
          <span className="font-semibold tabular-nums select-all">{number}</span>
        </p>
      </div>
      <CopyButton text={number} what="Account number" label="Copy number" />
    </div>
  )
}

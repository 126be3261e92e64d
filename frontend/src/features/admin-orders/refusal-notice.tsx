import { CircleAlert } from 'lucide-react'
import { ApiError, messageOf } from '@/api/problem'
import { type ShortLine, shortLines } from '@/features/checkout/queries'

function ShortList({ lines }: { lines: ShortLine[] }) {
  return (
    <>
      <p className="font-semibold">The stock no longer covers this order, so it stays cancelled.</p>
      <ul className="mt-1 list-disc ps-5">
        {lines.map((line) => (
          <li key={line.productId}>
            {line.name} ({line.productId}): {line.requested} needed, {line.available} in stock
          </li>
        ))}
      </ul>
    </>
  )
}

/** The server's reason for refusing a change. */
export function RefusalNotice({ error }: { error: unknown }) {
  const lines = shortLines(error)
  const hasReason = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (lines.length === 0 && !hasReason) return null
  return (
    <div role="alert" className="flex gap-3 rounded-input bg-error-wash p-4">
      <CircleAlert aria-hidden size={20} className="mt-0.5 flex-none text-error" />
      <div className="min-w-0">
        {lines.length > 0 ? <ShortList lines={lines} /> : <p>{messageOf(error)}</p>}
      </div>
    </div>
  )
}

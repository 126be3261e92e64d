import { formatInteger } from '@/lib/integer'
import { cx } from '@/ui/cx'

/** The help below a field, with the characters typed and allowed. */
export function FieldHint({
  hint,
  count,
  most,
}: {
  hint?: string | undefined
  count?: number
  most?: number
}) {
  const isOver = count !== undefined && most !== undefined && count > most
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      {hint !== undefined && <span className="min-w-0 flex-1 basis-40">{hint}</span>}
      {count !== undefined && most !== undefined && (
        <span className={cx('ms-auto tabular-nums', isOver && 'font-semibold text-error')}>
          {formatInteger(count)} of {formatInteger(most)} <span className="sr-only">characters</span>
        </span>
      )}
    </span>
  )
}

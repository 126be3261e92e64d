import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { Return } from '@/api/types'
import { formatDateTime } from '@/lib/date'
import { cx } from '@/ui/cx'

type Step = { label: string; at: string | null; isRefusal?: boolean }

/** The steps of a return that were taken, and those to come while it goes on. */
export function stepsOf({ state, at, decidedAt, receivedAt }: Return): Step[] {
  const requested: Step = { label: 'Requested', at }
  if (state === 'withdrawn') return [requested, { label: 'Withdrawn', at: decidedAt, isRefusal: true }]
  if (state === 'rejected') return [requested, { label: 'Not accepted', at: decidedAt, isRefusal: true }]
  return [requested, { label: 'Approved', at: decidedAt }, { label: 'Items received', at: receivedAt }]
}

/** The steps of a return, one below the other, with their times. */
export function ReturnSteps({ of }: { of: Return }) {
  return (
    <ol className="grid gap-2">
      {stepsOf(of).map(({ label, at, isRefusal = false }) => {
        const isTaken = at !== null || isRefusal
        const Icon = isRefusal ? CircleX : isTaken ? CircleCheck : Clock
        return (
          <li key={label} className="flex gap-3">
            <Icon
              aria-hidden
              size={20}
              className={cx(
                'mt-0.5 flex-none',
                isRefusal ? 'text-error' : isTaken ? 'text-success' : 'text-cocoa',
              )}
            />
            <span className={isTaken ? undefined : 'text-cocoa'}>
              <span className={isTaken ? 'font-semibold' : undefined}>{label}</span>
              {!isTaken && <span className="sr-only">, not yet</span>}
              {at !== null && (
                <time dateTime={at} className="block text-sm text-cocoa">
                  {formatDateTime(at)}
                </time>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

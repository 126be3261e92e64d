import { formatInteger } from '@/lib/integer'
import { ProgressBar } from '@/ui/progress-bar'
import type { SetupStep } from './set-up'

const PARTS: Readonly<Record<string, string>> = {
  pictures: 'Storing the pictures',
  shop: 'Making your account',
  customers: 'Adding sample customers',
  products: 'Adding products',
  orders: 'Adding sample orders',
}

/** The progress of a set-up; null before its first step. Screen readers hear each part once. */
export function SetupProgress({ step }: { step: SetupStep | null }) {
  const part = step === null ? 'Beginning' : (PARTS[step.step] ?? 'Working')
  const isCounted = step !== null && step.of > 1
  return (
    <div className="grid gap-2">
      <ProgressBar label="Set-up" share={isCounted ? step.done / step.of : undefined} className="h-3" />
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-cocoa tabular-nums">
        <span role="status">{part}…</span>
        {isCounted && (
          <span>
            {formatInteger(step.done)} of {formatInteger(step.of)}
          </span>
        )}
      </p>
    </div>
  )
}

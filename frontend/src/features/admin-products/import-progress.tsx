import { formatInteger } from '@/lib/integer'
import { ProgressBar } from '@/ui/progress-bar'
import type { ImportStep } from './sheet-transfer'

/** The step and its share; indeterminate without a share. */
function progressOf(step: ImportStep, importing: boolean): { text: string; share: number | undefined } {
  switch (step.step) {
    case 'sending':
      return { text: 'Sending the file…', share: step.share }
    case 'checking':
      return {
        text: importing ? 'Comparing the rows with the shop…' : 'Checking the rows…',
        share: undefined,
      }
    case 'writing': {
      const { done, total } = step
      const share = total === 0 ? undefined : done / total
      if (done === total) return { text: 'Finishing…', share }
      return { text: `Writing products: ${formatInteger(done)} of ${formatInteger(total)}`, share }
    }
  }
}

/** The same text for screen readers. */
export const progressText = (step: ImportStep, importing: boolean): string => progressOf(step, importing).text

/** The progress of an import, from the server's answer. */
export function ImportProgress({
  name,
  step,
  importing,
}: {
  name: string
  step: ImportStep
  importing: boolean
}) {
  const { text, share } = progressOf(step, importing)
  return (
    <div className="grid gap-3 rounded-card border border-line bg-white p-6 sm:p-8">
      <p className="font-display text-xl break-words">
        {importing ? 'Importing' : 'Checking'} {name}
      </p>
      <ProgressBar label={importing ? 'Import' : 'Check'} share={share} className="h-3" />
      <p className="text-cocoa tabular-nums">{text}</p>
      {importing && step.step !== 'sending' && (
        <p className="text-sm text-cocoa">
          All products appear together at the end. You may leave this page: the import goes on.
        </p>
      )}
    </div>
  )
}

import { CircleAlert, FileUp } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { formatInteger } from '@/lib/integer'
import { megabytes, upperLimit } from '@/lib/limits'
import { AdminPage } from '@/ui/admin/admin-page'
import { FileButton } from '@/ui/admin/file-button'
import { Breadcrumb } from '@/ui/breadcrumb'
import { Button, ButtonLink } from '@/ui/button'
import { FileDrop } from '@/ui/file-drop'
import { Panel } from '@/ui/panel'
import { ProgressBar } from '@/ui/progress-bar'
import { ImportPreview, ProblemTable, ReportSummary, verdict } from './import-report'
import type { ImportStep } from './sheet-transfer'
import { type ImportPhase, useImport } from './use-import'

type SheetChooserProps = {
  failure: string | null
  /** After 'another file': restores the focus. */
  returned: boolean
  onFile: (file: File) => void
}

/** Chooses a spreadsheet by button or by dropping it. */
function SheetChooser({ failure, returned, onFile }: SheetChooserProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (returned) input.current?.focus()
  }, [returned])
  const chooseFirst = ([file]: File[]) => file !== undefined && onFile(file)
  return (
    <FileDrop
      label="Drop a CSV file here"
      onFiles={chooseFirst}
      className="flex flex-col items-center gap-4 px-5 py-10 text-center sm:py-14"
    >
      <span className="inline-flex size-16 items-center justify-center rounded-full bg-shell text-lotus">
        <FileUp aria-hidden size={28} strokeWidth={1.5} />
      </span>
      <p className="max-w-prose text-balance text-cocoa">
        Drop a CSV file here, or choose one. First it is only checked: nothing changes before you say so.
      </p>
      <FileButton
        ref={input}
        variant="primary"
        accept=".csv,.tsv,.txt,text/csv"
        aria-invalid={failure === null ? undefined : true}
        aria-describedby={failure === null ? undefined : `${id}-failure`}
        onFiles={chooseFirst}
      >
        Choose a file
      </FileButton>
      {failure !== null && (
        <p
          id={`${id}-failure`}
          role="alert"
          className="flex max-w-prose items-start gap-2 text-start font-medium text-error"
        >
          <CircleAlert aria-hidden size={20} className="mt-0.5 flex-none" />
          {failure}
        </p>
      )}
    </FileDrop>
  )
}

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
const progressText = (step: ImportStep, importing: boolean): string => progressOf(step, importing).text

/** The progress of an import, from the server's answer. */
function ImportProgress({ name, step, importing }: { name: string; step: ImportStep; importing: boolean }) {
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

export const TITLE = 'Import Products'

function Help() {
  return (
    <Panel title="How the file is read">
      <ul className="grid max-w-prose list-disc gap-2 ps-5 text-pretty text-cocoa">
        <li>
          The first row names the columns, as in an exported file. Only <strong>productId</strong> has to be
          there; a new product also needs productName, price and stock.
        </li>
        <li>
          A column that is left out changes nothing. An empty cell clears its field; pictures and stock stay.
        </li>
        <li>Several names or pictures stand in one cell, separated by commas.</li>
        <li>
          Prices have at most two decimals and no separator of thousands: 4500 or 4500.50. Where semicolons
          separate the cells, 4500,50 is read too.
        </li>
        <li>
          Keep the columns expectedStock and version of an exported file: with them units that are sold and
          edits that are made meanwhile are never undone.
        </li>
        <li>
          {Number.isFinite(upperLimit('sheetRows')) &&
            `At most ${formatInteger(upperLimit('sheetRows'))} rows and ${megabytes('sheetBytes')}. `}
          Saved as “CSV UTF-8”. All of it is imported, or nothing.
        </li>
      </ul>
    </Panel>
  )
}

function Checked({
  phase,
  onStart,
  onAgain,
}: {
  phase: ImportPhase & { at: 'checked' }
  onStart: () => void
  onAgain: () => void
}) {
  const { name, report, failure } = phase
  const changes = report.created + report.updated
  const possible = report.problems.length === 0 && changes > 0
  return (
    <div className="grid gap-5">
      {failure !== null && (
        <p
          role="alert"
          className="flex items-start gap-2.5 rounded-card bg-error-wash p-5 font-medium text-error"
        >
          <CircleAlert aria-hidden size={22} className="mt-px flex-none" />
          {failure}
        </p>
      )}
      <ReportSummary name={name} report={report}>
        <div className="flex flex-wrap gap-3">
          {possible && <Button onClick={onStart}>Import</Button>}
          <Button variant={possible ? 'quiet' : 'secondary'} onClick={onAgain}>
            Choose another file
          </Button>
        </div>
      </ReportSummary>
      {report.problems.length > 0 && <ProblemTable problems={report.problems} />}
      <ImportPreview report={report} />
    </div>
  )
}

/** The outcome, announced. */
function saidOf(phase: ImportPhase): string {
  switch (phase.at) {
    case 'choosing':
      return ''
    case 'checking':
    case 'importing':
      return progressText(phase.step, phase.at === 'importing')
    case 'checked':
    case 'done':
      return verdict(phase.report)
  }
}

/** Creates and edits products from a spreadsheet. */
export function ImportProductsPage() {
  const { phase, choose, start, again } = useImport()
  return (
    <AdminPage title={TITLE} about="Adds and changes many products with one sheet.">
      <div className="-mt-5 grid gap-4 pb-10">
        <Breadcrumb items={[{ label: 'Products', to: '/admin/products' }, { label: 'Import' }]} />
        {/* One live region for all phases: a new region with text is not announced. */}
        <p role="status" className="sr-only">
          {saidOf(phase)}
        </p>
        {phase.at === 'choosing' && (
          <>
            <SheetChooser failure={phase.failure} returned={phase.returned} onFile={choose} />
            <Help />
          </>
        )}
        {(phase.at === 'checking' || phase.at === 'importing') && (
          <ImportProgress name={phase.name} step={phase.step} importing={phase.at === 'importing'} />
        )}
        {phase.at === 'checked' && <Checked phase={phase} onStart={start} onAgain={again} />}
        {phase.at === 'done' && (
          <ReportSummary name={phase.name} report={phase.report}>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/admin/products">Back to the products</ButtonLink>
              <Button variant="quiet" onClick={again}>
                Import another file
              </Button>
            </div>
          </ReportSummary>
        )}
      </div>
    </AdminPage>
  )
}

import { CircleAlert } from 'lucide-react'
import { formatInteger } from '@/lib/integer'
import { megabytes, upperLimit } from '@/lib/limits'
import { AdminPage } from '@/ui/admin/admin-page'
import { Breadcrumb } from '@/ui/breadcrumb'
import { Button, ButtonLink } from '@/ui/button'
import { ImportProgress, progressText } from './import-progress'
import { ImportPreview, ProblemTable, ReportSummary, verdict } from './import-report'
import { SheetChooser } from './sheet-chooser'
import { type ImportPhase, useImport } from './use-import'

export const TITLE = 'Import Products'

function Help() {
  return (
    <section aria-labelledby="import-help" className="rounded-card border border-line bg-white p-5 sm:p-6">
      <h2 id="import-help" className="font-display text-xl">
        How the file is read
      </h2>
      <ul className="mt-3 grid max-w-prose list-disc gap-2 ps-5 text-pretty text-cocoa">
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
    </section>
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

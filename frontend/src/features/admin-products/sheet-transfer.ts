// Import and export of products.
import { api, unwrap } from '@/api/client'
import { networkError, problemFrom } from '@/api/problem'
import { hasCode } from '@/api/refusal'
import type { ImportReport } from '@/api/types'
import { openUpload, parseBody } from '@/api/xhr'
import { megabytes, upperLimit } from '@/lib/limits'

/** The progress of an import. */
export type ImportStep =
  /** The share of the file that is sent (0 to 1). */
  | { step: 'sending'; share: number }
  /** The server checks the rows. */
  | { step: 'checking' }
  /** Products written so far; none is visible before the last one. */
  | { step: 'writing'; done: number; total: number }

type LastLine = { status: number; body: unknown }
type Line = ImportStep | LastLine

/** Why a file would be refused, or null. The server checks the content. */
export function sheetProblem(file: File): string | null {
  const isCsv = /\.(csv|txt|tsv)$/i.test(file.name) || file.type === 'text/csv'
  if (!isCsv) return 'Please choose a CSV file. In a spreadsheet program, save the sheet as “CSV UTF-8”.'
  if (file.size > upperLimit('sheetBytes')) return `The file is larger than ${megabytes('sheetBytes')}.`
  return null
}

/** The complete lines. */
function linesOf(text: string): Line[] {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  return lines.filter((line) => line !== '').map((line) => parseBody(line) as Line)
}

/** The outcome in the last line. */
function outcomeOf(text: string): ImportReport {
  const last = linesOf(text).at(-1)
  if (last === undefined || 'step' in last) throw networkError(new Error('The answer was cut off'))
  if (last.status === 200) return last.body as ImportReport
  throw problemFrom(new Response(null, { status: last.status }), last.body)
}

type SendOptions = { dryRun: boolean; onStep: (step: ImportStep) => void }

/** Imports a sheet, or checks it (dry run). After an ApiError nothing was imported, unless the connection broke. */
export function sendSheet(sheet: Blob, { dryRun, onStep }: SendOptions): Promise<ImportReport> {
  return new Promise((resolve, reject) => {
    const request = openUpload(`/api/products/import?dryRun=${dryRun}`, {
      onProgress: (share) => onStep({ step: 'sending', share }),
      onAnswer: ({ status, responseText }) => {
        if (status !== 200) throw problemFrom(new Response(null, { status }), parseBody(responseText))
        resolve(outcomeOf(responseText))
      },
      onError: reject,
    })
    request.setRequestHeader('Content-Type', 'text/csv; charset=utf-8')
    request.setRequestHeader('Accept', 'application/x-ndjson')
    request.upload.addEventListener('load', () => onStep({ step: 'checking' }))
    request.addEventListener('progress', () => {
      const last = request.status === 200 ? linesOf(request.responseText).at(-1) : undefined
      if (last !== undefined && 'step' in last) onStep(last)
    })
    request.send(sheet)
  })
}

/** The report of a refused sheet; null for any other failure. */
export function refusedReport(error: unknown): ImportReport | null {
  if (!hasCode(error, 'import.refused')) return null
  return { ...(error.body as ImportReport), message: error.message, dryRun: true }
}

/** Downloads all products as a spreadsheet. */
export async function fetchSheet(): Promise<Blob> {
  // The generated type is string; the bytes are saved unchanged with their byte order mark.
  const sheet: unknown = await unwrap(api.GET('/api/products/export', { parseAs: 'blob', fetch }))
  return sheet as Blob
}

/** Saves a file with the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the blob only after this tick.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

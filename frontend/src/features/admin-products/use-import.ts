import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '@/api/problem'
import type { ImportReport } from '@/api/types'
import { invalidateProducts } from '@/features/catalog/queries'
import { toast } from '@/ui/toast'
import { type ImportStep, refusedReport, sendSheet, sheetProblem } from './sheet-transfer'

/** The phase of an import. */
export type ImportPhase =
  | { at: 'choosing'; failure: string | null; returned: boolean }
  | { at: 'checking'; name: string; step: ImportStep }
  | { at: 'checked'; name: string; report: ImportReport; failure: string | null }
  | { at: 'importing'; name: string; report: ImportReport; step: ImportStep }
  | { at: 'done'; name: string; report: ImportReport }

const SENDING: ImportStep = { step: 'sending', share: 0 }
const CUT_OFF =
  'The connection was lost, and it is not known whether the products were imported: all of them are, or none. Import the file again to be sure; what is there already stays as it is.'

function failureOf(error: unknown): string {
  if (error instanceof ApiError && error.isNetwork) return CUT_OFF
  return messageOf(error, 'The products were not imported due to an error.')
}

/** Checks a sheet, then imports it. */
export function useImport() {
  const client = useQueryClient()
  const [phase, setPhase] = useState<ImportPhase>({ at: 'choosing', failure: null, returned: false })
  // The checked bytes are imported, even if the file on the disk changes.
  const sheet = useRef<Blob | null>(null)

  const checking = useMutation({
    mutationFn: async (file: File) => {
      sheet.current = new Blob([await file.arrayBuffer()], { type: 'text/csv' })
      const onStep = (step: ImportStep) => setPhase({ at: 'checking', name: file.name, step })
      return sendSheet(sheet.current, { dryRun: true, onStep })
    },
    onSuccess: (report, { name }) => setPhase({ at: 'checked', name, report, failure: null }),
    onError: (error) =>
      setPhase({ at: 'choosing', failure: messageOf(error, 'The file could not be read.'), returned: true }),
  })

  const importing = useMutation({
    mutationFn: ({ name, report }: { name: string; report: ImportReport }) => {
      const onStep = (step: ImportStep) => setPhase({ at: 'importing', name, report, step })
      return sendSheet(sheet.current ?? new Blob(), { dryRun: false, onStep })
    },
    onSuccess: (report, { name }) => {
      toast.success('The Products Were Imported Successfully')
      setPhase({ at: 'done', name, report })
    },
    onError: (error, { name, report }) => {
      toast.error('The Products Were Not Imported Due To An Error')
      setPhase({ at: 'checked', name, report: refusedReport(error) ?? report, failure: failureOf(error) })
    },
    onSettled: () =>
      Promise.all([invalidateProducts(client), client.invalidateQueries({ queryKey: ['overview'] })]),
  })

  const choose = (file: File) => {
    const failure = sheetProblem(file)
    if (failure !== null) return setPhase({ at: 'choosing', failure, returned: true })
    setPhase({ at: 'checking', name: file.name, step: SENDING })
    checking.mutate(file)
  }
  const start = () => {
    if (phase.at !== 'checked') return
    const { name, report } = phase
    setPhase({ at: 'importing', name, report, step: SENDING })
    importing.mutate({ name, report })
  }
  const again = () => setPhase({ at: 'choosing', failure: null, returned: true })
  return { phase, choose, start, again }
}

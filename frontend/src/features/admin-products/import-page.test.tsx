import { fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { ImportReport } from '@/api/types'
import { asOwner, listAnswer } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const reportOf = (report: Partial<ImportReport> = {}): ImportReport => ({
  message: '',
  dryRun: true,
  rows: 5000,
  created: 4000,
  updated: 900,
  unchanged: 100,
  problems: [],
  newProducts: [],
  changes: [],
  notices: [],
  ...report,
})

const PROBLEMS = [
  { row: 8, column: 'price', productId: 'BULK-7', message: 'is required' },
  { row: 8, column: 'stock', productId: 'BULK-7', message: 'must be a whole number' },
  { row: 2501, column: null, productId: '', message: 'has more cells than the header' },
]

/** What a real import answers: lines, the last of which is the outcome. */
const lines = (status: number, body: object) =>
  new HttpResponse(
    [{ step: 'checking' }, { step: 'writing', done: 4900, total: 4900 }, { status, body }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
    { headers: { 'Content-Type': 'application/x-ndjson' } },
  )

type Sent = { dryRun: string | null; accept: string | null }

/** A shop whose dry run and import answer so. */
function shop(tried: () => Response, imported: () => Response = () => problem(500)): Sent[] {
  const sent: Sent[] = []
  server.use(
    http.get(at('/api/products'), () => listAnswer([])),
    http.post(at('/api/products/import'), ({ request }) => {
      const dryRun = new URL(request.url).searchParams.get('dryRun')
      sent.push({ dryRun, accept: request.headers.get('Accept') })
      return dryRun === 'true' ? tried() : imported()
    }),
  )
  return sent
}

/** The sentence on the page; the status says the same. */
const verdict = async (text: string) =>
  within(await screen.findByRole('region', { name: 'What the file comes to' })).getByText(text)

const sheet = (name = 'products.csv') => new File(['productId,stock\nSUN-50,3\n'], name, { type: 'text/csv' })

async function choose(file: File) {
  const app = renderApp('/admin/products/import')
  const input = await screen.findByLabelText('Choose a file')
  fireEvent.change(input, { target: { files: [file] } })
  return app
}

asOwner()

describe('importing a sheet', () => {
  it('lists what it would add and change, and what it read otherwise', async () => {
    const report = reportOf({
      created: 600,
      updated: 1,
      newProducts: [{ productId: '12345', productName: 'Rose Soap' }],
      changes: [{ productId: 'SUN-50', productName: 'Sun Milk', columns: ['price', 'stock'] }],
      notices: [
        { row: 2, column: 'description', productId: 'SUN-50', message: 'was HTML and is read as plain text' },
      ],
    })
    shop(() => lines(200, report))
    await choose(sheet())
    const added = within(
      await screen.findByRole('region', { name: 'New products (the first 1 of 600)' }),
    ).getByRole('table')
    expect(added).toHaveTextContent('12345Rose Soap')
    const changed = within(screen.getByRole('region', { name: 'Changed products (1)' })).getByRole('table')
    expect(changed).toHaveTextContent('SUN-50Sun Milkprice, stock')
    expect(screen.getByRole('region', { name: 'Notes (1)' })).toHaveTextContent('was HTML')
  })

  it('reports a problem that appeared between validation and import', async () => {
    shop(
      () => lines(200, reportOf()),
      () =>
        lines(422, {
          ...reportOf({ problems: PROBLEMS.slice(0, 1) }),
          code: 'import.refused',
          message: 'Nothing was imported: the file has problems.',
        }),
    )
    const { user } = await choose(sheet())
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    expect(await screen.findByText('The Products Were Not Imported Due To An Error')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('Nothing was imported: the file has problems.')
    expect(await verdict('Nothing can be imported: 1 problem in 1 row.')).toBeVisible()
  })

  it('reports an unknown result when the connection breaks', async () => {
    shop(
      () => lines(200, reportOf()),
      () => new HttpResponse('{"step":"checking"}\n'),
    )
    const { user } = await choose(sheet())
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('all of them are, or none')
    expect(screen.getByRole('button', { name: 'Import' })).toBeVisible()
  })

  it('reports why a file is not a sheet of products', async () => {
    shop(() => problem(422, { code: 'import.unreadable', message: 'The file has no column productId.' }))
    await choose(sheet())
    expect(await screen.findByRole('alert')).toHaveTextContent('The file has no column productId.')
    const input = screen.getByLabelText('Choose a file')
    expect(input).toHaveAccessibleDescription('The file has no column productId.')
    fireEvent.change(input, {
      target: { files: [new File(['PK'], 'products.xlsx', { type: 'application/zip' })] },
    })
    expect(await screen.findByText(/Please choose a CSV file/)).toBeVisible()
  })

  it('takes a file that is dropped', async () => {
    shop(() => lines(200, reportOf({ created: 0, updated: 0 })))
    renderApp('/admin/products/import')
    const place = await screen.findByRole('region', { name: 'Drop a CSV file here' })
    const dataTransfer = { types: ['Files'], files: [sheet()] }
    fireEvent.dragEnter(place, { dataTransfer })
    fireEvent.drop(place, { dataTransfer })
    expect(await verdict('There is nothing to import: the shop has all of this already.')).toBeVisible()
  })
})

describe('exporting', () => {
  it('reports a failure', async () => {
    shop(() => problem(500))
    server.use(http.get(at('/api/products/export'), () => problem(503)))
    const { user } = renderApp('/admin/products')
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    expect(await screen.findByText('The Products Were Not Exported Due To An Error')).toBeVisible()
  })
})

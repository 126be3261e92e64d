// The dashboard in tests: its answers and its tables.
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { Overview } from '@/api/types'
import { overviewOf } from '@/test/admin'
import { CONTENT } from '@/test/content'
import { at, server } from '@/test/server'

/** The pages of which the first steps remind. */
const TERMS = ['delivery-returns', 'privacy', 'terms'].map((slug) => ({ slug, title: slug }))

export const NO_ACTIVITY = { activeUsers: [] as object[], recentLogins: [] as object[] }

/** Answers the dashboard's calls; gives the days that were asked for. */
export function shop(overview: Partial<Overview> = {}, activity = NO_ACTIVITY): string[] {
  const asked: string[] = []
  server.use(
    http.get(at('/api/admin/overview'), ({ request }) => {
      const days = new URL(request.url).searchParams.get('days') ?? ''
      asked.push(days)
      return HttpResponse.json(overviewOf(overview, Number(days)))
    }),
    http.get(at('/api/users/activity'), () => HttpResponse.json(activity)),
    http.get(at('/api/admin/checklist'), () =>
      HttpResponse.json({ logo: true, product: true, delivery: true, payment: true, mail: true }),
    ),
    http.get(at('/api/content'), () => HttpResponse.json({ ...CONTENT, pages: TERMS })),
  )
  return asked
}

export const rowsIn = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.children].map((cell) => [...cell.childNodes].map((node) => node.textContent).join('')),
    )
export const region = (name: string) => screen.findByRole('region', { name })

import type { ReactElement } from 'react'
import { useParams } from 'react-router'
import { TITLE as ATTENTION, AttentionPage } from '@/features/admin-payments/attention-page'
import { TITLE as CALLS, CallsPage } from '@/features/admin-payments/calls-page'
import { TITLE as PAYMENTS, PaymentsPage } from '@/features/admin-payments/payments-page'
import { TITLE as REFUNDS, RefundsPage } from '@/features/admin-payments/refunds-page'
import { SETTINGS_PAGES } from '@/features/admin-settings/settings-page'
import { AdminNotFoundPage } from './admin-not-found-page'

export type MorePage = {
  /** The path below /admin. */
  path: string
  title: string
  page: ReactElement
}

/** The pages, which `npm run gen:pages` tells the server about. */
export const MORE_PAGES: readonly MorePage[] = [
  { path: 'calls', title: CALLS, page: <CallsPage /> },
  { path: 'payments', title: PAYMENTS, page: <PaymentsPage /> },
  { path: 'refunds', title: REFUNDS, page: <RefundsPage /> },
  { path: 'attention', title: ATTENTION, page: <AttentionPage /> },
  ...SETTINGS_PAGES,
]

/**
 * Pages of the back-office in one chunk and behind one route: the script of a shopper's first page names every route and every
 * chunk. An unknown address has the 404 page.
 */
export function AdminMorePages() {
  const asked = (useParams()['*'] ?? '').replace(/\/$/, '')
  return MORE_PAGES.find(({ path }) => path === asked)?.page ?? <AdminNotFoundPage />
}

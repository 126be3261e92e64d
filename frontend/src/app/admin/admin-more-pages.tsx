import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { AttentionPage } from '@/features/admin-payments/attention-page'
import { CallsPage } from '@/features/admin-payments/calls-page'
import { PaymentsPage } from '@/features/admin-payments/payments-page'
import { RefundsPage } from '@/features/admin-payments/refunds-page'
import { SettingsPage } from '@/features/admin-settings/settings-page'
import { AdminNotFoundPage } from './admin-not-found-page'

/** The pages of payments by their path below /admin. */
const PAGES: ReadonlyMap<string, ComponentType> = new Map<string, ComponentType>([
  ['payments', PaymentsPage],
  ['refunds', RefundsPage],
  ['attention', AttentionPage],
  ['calls', CallsPage],
])
import { TITLE as ATTENTION, AttentionPage } from '@/features/admin-payments/attention-page'
import { TITLE as CALLS, CallsPage } from '@/features/admin-payments/calls-page'
import { TITLE as PAYMENTS, PaymentsPage } from '@/features/admin-payments/payments-page'
import { TITLE as REFUNDS, RefundsPage } from '@/features/admin-payments/refunds-page'

export type MorePage = {
  /** The path below /admin. */
  path: string
  title: string
  Page: ComponentType
}

/** The pages, which `npm run gen:pages` tells the server about. */
export const MORE_PAGES: readonly MorePage[] = [
  { path: 'calls', title: CALLS, Page: CallsPage },
  { path: 'payments', title: PAYMENTS, Page: PaymentsPage },
  { path: 'refunds', title: REFUNDS, Page: RefundsPage },
  { path: 'attention', title: ATTENTION, Page: AttentionPage },
]

/** The settings, with the section in the address. */
const SETTINGS = /^settings(?:\/(.+))?$/

/**
 * Pages of the back-office in one chunk and behind one route: the script of a shopper's first page names every route and every
 * chunk. An unknown address has the 404 page.
 */
export function AdminMorePages() {
  const path = (useParams()['*'] ?? '').replace(/\/$/, '')
  const settings = SETTINGS.exec(path)
  if (settings !== null) return <SettingsPage section={settings[1] ?? ''} />
  const Page = PAGES.get(path) ?? AdminNotFoundPage
  const asked = (useParams()['*'] ?? '').replace(/\/$/, '')
  const Page = MORE_PAGES.find(({ path }) => path === asked)?.Page ?? AdminNotFoundPage
  return <Page />
}

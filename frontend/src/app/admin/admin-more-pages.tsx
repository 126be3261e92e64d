import type { ReactElement } from 'react'
import { useParams } from 'react-router'
import { LOOK_PAGES } from '@/features/admin-content/look-pages'
import { TITLE as MESSAGES, MessagesPage } from '@/features/admin-messages/messages-page'
import { TITLE as ATTENTION, AttentionPage } from '@/features/admin-payments/attention-page'
import { TITLE as CALLS, CallsPage } from '@/features/admin-payments/calls-page'
import { TITLE as PAYMENTS, PaymentsPage } from '@/features/admin-payments/payments-page'
import { TITLE as REFUNDS, RefundsPage } from '@/features/admin-payments/refunds-page'
import {
  NEW_TITLE,
  NewPromotionPage,
  TITLE as PROMOTION,
  PromotionPage,
} from '@/features/admin-promotions/promotion-page'
import { TITLE as PROMOTIONS, PromotionsPage } from '@/features/admin-promotions/promotions-page'
import { TITLE as RETURNS, ReturnsPage } from '@/features/admin-returns/returns-page'
import { SETTINGS_PAGES } from '@/features/admin-settings/settings-page'
import { TITLE as STAFF, StaffPage } from '@/features/admin-staff/staff-page'
import { ButtonLink } from '@/ui/button'
import { NotFoundPage } from '../not-found-page'

/** The page for an unknown address of the back-office. */
function AdminNotFoundPage() {
  return <NotFoundPage links={<ButtonLink to="/admin">Back to the dashboard</ButtonLink>} />
}

export type MorePage = {
  /** The path below /admin; ':slug' stands for one segment. */
  path: string
  title: string
  page: ReactElement
}

/** The pages, which `npm run gen:pages` tells the server about. */
export const MORE_PAGES: readonly MorePage[] = [
  { path: 'calls', title: CALLS, page: <CallsPage /> },
  { path: 'payments', title: PAYMENTS, page: <PaymentsPage /> },
  { path: 'returns', title: RETURNS, page: <ReturnsPage /> },
  { path: 'refunds', title: REFUNDS, page: <RefundsPage /> },
  { path: 'attention', title: ATTENTION, page: <AttentionPage /> },
  { path: 'promotions', title: PROMOTIONS, page: <PromotionsPage /> },
  { path: 'promotions/new', title: NEW_TITLE, page: <NewPromotionPage /> },
  { path: 'promotions/:promotionId', title: PROMOTION, page: <PromotionPage /> },
  { path: 'messages', title: MESSAGES, page: <MessagesPage /> },
  { path: 'staff', title: STAFF, page: <StaffPage /> },
  ...LOOK_PAGES,
  ...SETTINGS_PAGES,
]

/** Whether an address has the form of a path: 'look/pages/about' that of 'look/pages/:slug'. */
function matches(path: string, asked: string): boolean {
  const [wanted, present] = [path.split('/'), asked.split('/')]
  return (
    wanted.length === present.length &&
    wanted.every((part, index) => (part.startsWith(':') ? present[index] !== '' : part === present[index]))
  )
}

/**
 * Pages of the back-office in one chunk and behind one route: the script of a shopper's first page names every route and every
 * chunk. An unknown address has the 404 page.
 */
export function AdminMorePages() {
  const asked = (useParams()['*'] ?? '').replace(/\/$/, '')
  return MORE_PAGES.find(({ path }) => matches(path, asked))?.page ?? <AdminNotFoundPage />
}

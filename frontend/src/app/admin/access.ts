// Which pages of the back-office need which permission. The server checks every call of a page again.
import type { Permission } from '@/api/staff'

/** Paths below /admin, the longest match counts; one of the permissions suffices. */
const PAGES: readonly { at: string; needs: readonly Permission[] }[] = [
  { at: '', needs: ['readOverview'] },
  { at: 'products', needs: ['describeProducts', 'adjustStock'] },
  { at: 'products/addProducts', needs: ['manageProducts'] },
  { at: 'products/import', needs: ['manageProducts'] },
  { at: 'products/updateProducts', needs: ['describeProducts'] },
  { at: 'products/stock', needs: ['adjustStock'] },
  { at: 'orders', needs: ['readOrders'] },
  { at: 'calls', needs: ['callCustomers'] },
  { at: 'payments', needs: ['readPayments'] },
  { at: 'refunds', needs: ['readPayments'] },
  { at: 'attention', needs: ['readPayments'] },
  { at: 'messages', needs: ['readMessages'] },
  { at: 'customers', needs: ['readUsers'] },
  { at: 'reviews', needs: ['deleteReviews'] },
  { at: 'mails', needs: ['previewMails'] },
  { at: 'audit', needs: ['readAudit'] },
  { at: 'look', needs: ['editContent'] },
  { at: 'look/identity', needs: ['manageBranding'] },
  { at: 'look/theme', needs: ['manageBranding'] },
  { at: 'staff', needs: ['manageStaff'] },
  { at: 'settings', needs: ['manageDelivery', 'manageSettings', 'manageSecurity'] },
  { at: 'settings/delivery', needs: ['manageDelivery'] },
  { at: 'settings/payments', needs: ['manageSettings'] },
  { at: 'settings/orders', needs: ['manageSettings'] },
  { at: 'settings/mails', needs: ['manageSettings'] },
  { at: 'settings/security', needs: ['manageSecurity'] },
  { at: 'settings/backups', needs: ['manageSettings'] },
]

/** The permissions of which a path such as '/admin/orders' needs one. */
export function neededAt(pathname: string): readonly Permission[] {
  const path = pathname.replace(/^\/admin\/?/, '').replace(/\/$/, '')
  const covers = (at: string) => at === '' || path === at || path.startsWith(`${at}/`)
  const matches = PAGES.filter(({ at }) => covers(at))
  return matches.reduce((best, page) => (page.at.length >= best.at.length ? page : best)).needs
}

// The pages of the back-office: which permission each needs, and its link in the sidebar. The server checks every call of a page again.
import {
  Banknote,
  Boxes,
  History,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MessageSquareHeart,
  Palette,
  Phone,
  ReceiptText,
  RotateCcw,
  Settings,
  TicketPercent,
  TriangleAlert,
  Undo2,
  UserCog,
  Users,
} from 'lucide-react'
import type { Permission } from '@/api/staff'

type OfficePage = {
  /** The path below /admin. */
  at: string
  /** One of them suffices. */
  needs: readonly Permission[]
  /** In the sidebar; without an icon it is shown below the link of its section. */
  label?: string
  icon?: LucideIcon
}

const page = (at: string, needs: readonly Permission[], label?: string, icon?: LucideIcon): OfficePage => ({
  at,
  needs,
  ...(label !== undefined && { label }),
  ...(icon !== undefined && { icon }),
})

/** In the order of the sidebar. */
export const PAGES: readonly OfficePage[] = [
  page('', ['readOverview']),
  page('dashboard', ['readOverview'], 'Dashboard', LayoutDashboard),
  page('products', ['describeProducts', 'adjustStock'], 'Products', Boxes),
  page('products/addProducts', ['manageProducts']),
  page('products/import', ['manageProducts']),
  page('products/updateProducts', ['describeProducts']),
  page('products/stock', ['adjustStock']),
  page('promotions', ['managePromotions'], 'Promotions', TicketPercent),
  page('orders', ['readOrders'], 'Orders', ReceiptText),
  page('calls', ['callCustomers'], 'Calls', Phone),
  page('payments', ['readPayments'], 'Payments', Banknote),
  page('returns', ['readOrders'], 'Returns', RotateCcw),
  page('refunds', ['readPayments'], 'Refunds', Undo2),
  page('attention', ['readPayments'], 'Attention', TriangleAlert),
  page('messages', ['readMessages'], 'Messages', Inbox),
  page('customers', ['readUsers'], 'Customers', Users),
  page('reviews', ['deleteReviews'], 'User Reviews', MessageSquareHeart),
  page('look', ['editContent'], 'Look', Palette),
  page('look/identity', ['manageBranding'], 'Identity'),
  page('look/theme', ['manageBranding'], 'Colours'),
  page('look/home', ['editContent'], 'Home page'),
  page('look/footer', ['editContent'], 'Footer'),
  page('look/contact', ['editContent'], 'Contact page'),
  page('look/announcement', ['editContent'], 'Announcement'),
  page('look/pages', ['editContent'], 'Pages'),
  page('mails', ['previewMails'], 'Mails', Mail),
  page('audit', ['readAudit'], 'Audit log', History),
  page('staff', ['manageStaff'], 'Staff', UserCog),
  page('settings', ['manageDelivery', 'manageSettings', 'manageSecurity'], 'Settings', Settings),
  page('settings/delivery', ['manageDelivery'], 'Delivery'),
  page('settings/payments', ['manageSettings'], 'Payments'),
  page('settings/orders', ['manageSettings'], 'Orders'),
  page('settings/tax', ['manageSettings'], 'Tax'),
  page('settings/mails', ['manageSettings'], 'Mails'),
  page('settings/security', ['manageSecurity'], 'Security'),
  page('settings/backups', ['manageSettings'], 'Backups'),
]

/** The permissions of which a path such as '/admin/orders' needs one: those of the longest path that it begins with. */
export function neededAt(pathname: string): readonly Permission[] {
  const path = pathname.replace(/^\/admin\/?/, '').replace(/\/$/, '')
  const covers = (at: string) => at === '' || path === at || path.startsWith(`${at}/`)
  const matches = PAGES.filter(({ at }) => covers(at))
  return matches.reduce((best, one) => (one.at.length >= best.at.length ? one : best)).needs
}

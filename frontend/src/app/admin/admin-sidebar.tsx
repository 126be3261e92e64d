import {
  Banknote,
  Boxes,
  History,
  LayoutDashboard,
  LogOut,
  Mail,
  MessageSquareHeart,
  Phone,
  ReceiptText,
  Settings,
  Store,
  TriangleAlert,
  Undo2,
  Users,
} from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { UserDetail } from '@/api/types'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Avatar } from '@/ui/image'

const LINKS = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/products', label: 'Products', icon: Boxes },
  { to: '/admin/orders', label: 'Orders', icon: ReceiptText },
  { to: '/admin/calls', label: 'Calls', icon: Phone },
  { to: '/admin/payments', label: 'Payments', icon: Banknote },
  { to: '/admin/refunds', label: 'Refunds', icon: Undo2 },
  { to: '/admin/attention', label: 'Attention', icon: TriangleAlert },
  { to: '/admin/customers', label: 'Customers', icon: Users },
  { to: '/admin/reviews', label: 'User Reviews', icon: MessageSquareHeart },
  { to: '/admin/mails', label: 'Mails', icon: Mail },
  { to: '/admin/audit', label: 'Audit log', icon: History },
  { to: '/admin/settings', label: 'Settings', icon: Settings },
] as const

const ITEM =
  'flex min-h-12 items-center gap-3 rounded-input px-4 font-medium hover:bg-shell aria-[current=page]:bg-blush aria-[current=page]:text-lotus-deep'

/** The pages of the settings, shown below their link while one of them is open. */
const SETTINGS = [
  { to: '/admin/settings/delivery', label: 'Delivery' },
  { to: '/admin/settings/payments', label: 'Payments' },
  { to: '/admin/settings/orders', label: 'Orders' },
  { to: '/admin/settings/mails', label: 'Mails' },
] as const

export type SidebarProps = { admin: UserDetail; onNavigate?: () => void; onLogout: () => void }

/** Links, the admin's account and Logout; beside the page on wide screens, in a drawer on small ones. */
export function AdminSidebar({ admin, onNavigate, onLogout }: SidebarProps) {
  const { pathname } = useLocation()
  // /admin is the dashboard, too.
  const isOpen = (to: string) =>
    pathname.startsWith(to) || (to === '/admin/dashboard' && /^\/admin\/?$/.test(pathname))
  const go = onNavigate === undefined ? {} : { onClick: onNavigate }
  return (
    <div className="flex h-full flex-col gap-6">
      <nav aria-label="Back-office">
        <ul className="grid gap-1">
          {LINKS.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} {...go} className={ITEM} aria-current={isOpen(to) ? 'page' : undefined}>
                <Icon aria-hidden size={20} strokeWidth={1.75} />
                {label}
              </Link>
              {to === '/admin/settings' && pathname.startsWith(to) && (
                <ul aria-label={label} className="mt-1 grid gap-1 ps-9">
                  {SETTINGS.map((page) => (
                    <li key={page.to}>
                      <Link
                        to={page.to}
                        {...go}
                        className={cx(ITEM, 'min-h-11')}
                        aria-current={isOpen(page.to) ? 'page' : undefined}
                      >
                        {page.label}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-4 border-t border-line pt-5">
        <Link to="/" {...go} className={ITEM}>
          <Store aria-hidden size={20} strokeWidth={1.75} />
          View the shop
        </Link>
        <Link
          to="/user"
          state={{ user: admin }}
          className="flex min-h-12 items-center gap-3 rounded-input px-2 hover:bg-shell"
        >
          <Avatar src={admin.profilePicture} alt="Your profile" className="size-11" />
          <span className="min-w-0">
            <span className="block truncate font-semibold">{admin.name || 'Admin'}</span>
            <span className="block truncate text-sm text-cocoa">{admin.email}</span>
          </span>
        </Link>
        <Button variant="secondary" size="sm" block onClick={onLogout}>
          <LogOut aria-hidden size={18} />
          Logout
        </Button>
      </div>
    </div>
  )
}

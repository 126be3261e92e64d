import { useQuery } from '@tanstack/react-query'
import {
  Banknote,
  Boxes,
  History,
  Inbox,
  LayoutDashboard,
  LogOut,
  Mail,
  MessageSquareHeart,
  Palette,
  Phone,
  ReceiptText,
  Settings,
  Store,
  TriangleAlert,
  Undo2,
  UserCog,
  Users,
} from 'lucide-react'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { rightsOf, roleLabel, type StaffDetail } from '@/api/staff'
import { waitingQuery } from '@/api/waiting'
import { formatCount } from '@/ui/admin/filter-chips'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Avatar } from '@/ui/image'
import { neededAt } from './access'

const MESSAGES = '/admin/messages'

const LINKS = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/products', label: 'Products', icon: Boxes },
  { to: '/admin/orders', label: 'Orders', icon: ReceiptText },
  { to: '/admin/calls', label: 'Calls', icon: Phone },
  { to: '/admin/payments', label: 'Payments', icon: Banknote },
  { to: '/admin/refunds', label: 'Refunds', icon: Undo2 },
  { to: '/admin/attention', label: 'Attention', icon: TriangleAlert },
  { to: MESSAGES, label: 'Messages', icon: Inbox },
  { to: '/admin/customers', label: 'Customers', icon: Users },
  { to: '/admin/reviews', label: 'User Reviews', icon: MessageSquareHeart },
  { to: '/admin/look', label: 'Look', icon: Palette },
  { to: '/admin/mails', label: 'Mails', icon: Mail },
  { to: '/admin/audit', label: 'Audit log', icon: History },
  { to: '/admin/staff', label: 'Staff', icon: UserCog },
  { to: '/admin/settings', label: 'Settings', icon: Settings },
] as const

const ITEM =
  'flex min-h-12 items-center gap-3 rounded-input px-4 font-medium hover:bg-shell aria-[current=page]:bg-blush aria-[current=page]:text-lotus-deep aria-[current=true]:text-lotus-deep'

type SubLink = { to: string; label: string }

const LOOK: readonly SubLink[] = [
  { to: '/admin/look/identity', label: 'Identity' },
  { to: '/admin/look/theme', label: 'Colours' },
  { to: '/admin/look/home', label: 'Home page' },
  { to: '/admin/look/footer', label: 'Footer' },
  { to: '/admin/look/contact', label: 'Contact page' },
  { to: '/admin/look/announcement', label: 'Announcement' },
  { to: '/admin/look/pages', label: 'Pages' },
]

const SETTINGS: readonly SubLink[] = [
  { to: '/admin/settings/delivery', label: 'Delivery' },
  { to: '/admin/settings/payments', label: 'Payments' },
  { to: '/admin/settings/orders', label: 'Orders' },
  { to: '/admin/settings/mails', label: 'Mails' },
  { to: '/admin/settings/security', label: 'Security' },
  { to: '/admin/settings/backups', label: 'Backups' },
]

/** The pages below some links, shown while one of them is open. */
const BELOW: Readonly<Record<string, readonly SubLink[]>> = {
  '/admin/look': LOOK,
  '/admin/settings': SETTINGS,
}

/** The number of open messages, at the end of their link; nothing where none is open. */
function OpenMessages({ id }: { id: string }) {
  const { data } = useQuery(waitingQuery())
  const open = data?.messages ?? 0
  if (open === 0) return null
  return (
    <span
      id={id}
      aria-hidden
      className="ms-auto rounded-full bg-lotus px-2 py-0.5 text-sm font-semibold text-white tabular-nums"
    >
      {formatCount(open)} <span className="sr-only">open</span>
    </span>
  )
}

export type SidebarProps = { admin: StaffDetail; onNavigate?: () => void; onLogout: () => void }

/** Links, the admin's account and Logout; beside the page on wide screens, in a drawer on small ones. */
export function AdminSidebar({ admin, onNavigate, onLogout }: SidebarProps) {
  const { pathname } = useLocation()
  const countId = useId()
  const may = rightsOf(admin)
  // /admin is the dashboard, too.
  const isOpen = (to: string) =>
    pathname.startsWith(to) || (to === '/admin/dashboard' && /^\/admin\/?$/.test(pathname))
  // Of a link and the page below it only the page is marked.
  const currentOf = (to: string) =>
    !isOpen(to) ? undefined : BELOW[to]?.some((page) => isOpen(page.to)) ? 'true' : 'page'
  const go = onNavigate === undefined ? {} : { onClick: onNavigate }
  return (
    <div className="flex h-full flex-col gap-6">
      <nav aria-label="Back-office">
        <ul className="grid gap-1">
          {LINKS.filter(({ to }) => may(...neededAt(to))).map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                {...go}
                className={ITEM}
                aria-current={currentOf(to)}
                aria-describedby={to === MESSAGES ? countId : undefined}
              >
                <Icon aria-hidden size={20} strokeWidth={1.75} />
                {label}
                {to === MESSAGES && <OpenMessages id={countId} />}
              </Link>
              {BELOW[to] !== undefined && pathname.startsWith(to) && (
                <ul aria-label={label} className="mt-1 grid gap-1 ps-8">
                  {BELOW[to]
                    .filter((page) => may(...neededAt(page.to)))
                    .map((page) => (
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
            {admin.role && <span className="block text-sm text-cocoa">{roleLabel(admin.role)}</span>}
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

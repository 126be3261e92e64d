import { useQuery } from '@tanstack/react-query'
import { LogOut, Store } from 'lucide-react'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { rightsOf, roleLabel, type StaffDetail } from '@/api/staff'
import { waitingQuery } from '@/api/waiting'
import { formatCount } from '@/ui/admin/filter-chips'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Avatar } from '@/ui/image'
import { PAGES } from './access'

const ITEM =
  'flex min-h-12 items-center gap-3 rounded-input px-4 font-medium hover:bg-shell aria-[current=page]:bg-blush aria-[current=page]:text-lotus-deep aria-[current=true]:text-lotus-deep'

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

type SidebarProps = { admin: StaffDetail; onNavigate?: () => void; onLogout: () => void }

/** Links, the admin's account and Logout; beside the page on wide screens, in a drawer on small ones. */
export function AdminSidebar({ admin, onNavigate, onLogout }: SidebarProps) {
  const { pathname } = useLocation()
  const countId = useId()
  const may = rightsOf(admin)
  const pages = PAGES.filter(({ label, needs }) => label !== undefined && may(...needs))
  const below = (at: string) => pages.filter((page) => page.at.startsWith(`${at}/`))
  // /admin is the dashboard, too.
  const isOpen = (at: string) =>
    pathname.startsWith(`/admin/${at}`) || (at === 'dashboard' && /^\/admin\/?$/.test(pathname))
  // Of a link and the page below it only the page is marked.
  const currentOf = (at: string) =>
    !isOpen(at) ? undefined : below(at).some((page) => isOpen(page.at)) ? 'true' : 'page'
  const go = onNavigate === undefined ? {} : { onClick: onNavigate }
  return (
    <div className="flex h-full flex-col gap-6">
      <nav aria-label="Back-office">
        <ul className="grid gap-1">
          {pages.map(
            ({ at, label, icon: Icon }) =>
              Icon && (
                <li key={at}>
                  <Link
                    to={`/admin/${at}`}
                    {...go}
                    className={ITEM}
                    aria-current={currentOf(at)}
                    aria-describedby={at === 'messages' ? countId : undefined}
                  >
                    <Icon aria-hidden size={20} strokeWidth={1.75} />
                    {label}
                    {at === 'messages' && <OpenMessages id={countId} />}
                  </Link>
                  {isOpen(at) && below(at).length > 0 && (
                    <ul aria-label={label} className="mt-1 grid gap-1 ps-8">
                      {below(at).map((page) => (
                        <li key={page.at}>
                          <Link
                            to={`/admin/${page.at}`}
                            {...go}
                            className={cx(ITEM, 'min-h-11')}
                            aria-current={isOpen(page.at) ? 'page' : undefined}
                          >
                            {page.label}
                          </Link>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ),
          )}
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

import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { Link, NavLink } from 'react-router'
import { useSession } from '@/api/session'
import { Button, ButtonLink } from '@/ui/button'
import { Drawer } from '@/ui/drawer'
import { Avatar } from '@/ui/image'
import { toast } from '@/ui/toast'
import { SHOP_LINKS } from '../nav-links'
import { useLogOut } from '../use-log-out'
import { CategoryLinks } from './category-links'
import { HeaderSearch } from './header-search'

function Account({ close }: { close: () => void }) {
  const { isLoggedIn, user } = useSession()
  const { logOut, pending } = useLogOut()
  if (!isLoggedIn) {
    return (
      <div className="grid gap-3">
        <ButtonLink to="/login" variant="secondary" block onClick={close}>
          Login
        </ButtonLink>
        <ButtonLink to="/register" block onClick={close}>
          Register
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <Link
        to="/user"
        state={{ user }}
        onClick={close}
        className="flex min-h-11 items-center gap-3 rounded-input"
      >
        <Avatar src={user?.profilePicture} alt="" className="size-11" />
        <span className="min-w-0">
          <span className="block truncate font-semibold">{user?.name || 'Your profile'}</span>
          <span className="block truncate text-sm text-cocoa">{user?.email}</span>
        </span>
      </Link>
      <Button variant="secondary" block pending={pending} onClick={() => logOut(close)}>
        {!pending && <LogOut aria-hidden size={18} />}
        Logout
      </Button>
    </div>
  )
}

/** The header's links for narrow screens. Logout does not ask for confirmation. */
export function MobileMenu({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const close = () => onOpenChange(false)
  useEffect(() => {
    // Notices of the page must not cover the menu.
    if (open) toast.clearErrors()
  }, [open])
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title="Menu"
      side="left"
      footer={<Account close={close} />}
    >
      <HeaderSearch onGo={close} className="mb-4 block" />
      <nav aria-label="Menu">
        <ul className="grid">
          {[...SHOP_LINKS, { to: '/cart', label: 'Cart' }].map(({ to, label, end = false }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={end}
                onClick={close}
                className="flex min-h-12 items-center rounded-input px-4 text-lg font-medium hover:bg-shell aria-[current=page]:bg-blush aria-[current=page]:text-lotus-deep"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <h3 className="mt-4 mb-1 px-4 text-sm font-semibold text-cocoa">Categories</h3>
        <CategoryLinks onFollow={close} />
      </nav>
    </Drawer>
  )
}

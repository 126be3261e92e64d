import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { useSession } from '@/features/auth/session'
import { Button, ButtonLink } from '@/ui/button'
import { IconButton } from '@/ui/icon-button'
import { Avatar } from '@/ui/image'
import { LazyMount } from '@/ui/lazy-mount'
import { lazyPart } from '@/ui/lazy-part'
import { LogoMark } from '../logo'
import { SHOP_LINKS } from '../nav-links'
import { useShopName } from '../page-meta'
import { BagLink } from './bag-link'

const MobileMenu = lazyPart(async () => (await import('./mobile-menu')).MobileMenu)
const LogoutDialog = lazyPart(async () => (await import('../logout-dialog')).LogoutDialog)

function MainLinks() {
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex items-center gap-1">
        {SHOP_LINKS.map(({ to, label, end = false }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={end}
              className="relative inline-flex min-h-11 items-center px-4 font-medium transition-colors after:absolute after:inset-x-4 after:bottom-1.5 after:h-0.5 after:rounded-full hover:text-lotus aria-[current=page]:text-lotus aria-[current=page]:after:bg-lotus"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function AccountLinks({ onLogout }: { onLogout: () => void }) {
  const { isLoggedIn, user } = useSession()
  if (!isLoggedIn) {
    return (
      <>
        <ButtonLink to="/login" variant="quiet" size="sm">
          Login
        </ButtonLink>
        <ButtonLink to="/register" size="sm">
          Register
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <Link
        to="/user"
        state={{ user }}
        aria-label={user?.name ? `Your profile, ${user.name}` : 'Your profile'}
        className="tap inline-flex items-center justify-center rounded-full"
      >
        <Avatar src={user?.profilePicture} alt="" />
      </Link>
      <Button variant="secondary" size="sm" onClick={onLogout}>
        Logout
      </Button>
    </>
  )
}

/** Logo, name, links, account and cart; stays in sight. */
export function ShopHeader() {
  const shopName = useShopName()
  const [menuOpen, setMenuOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper">
      <div className="container-page flex h-header items-center gap-2 lg:gap-6">
        <IconButton
          icon={Menu}
          label="Menu"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
          className="-ms-2.5 lg:hidden"
        />
        <Link to="/" className="inline-flex min-h-11 items-center gap-2 rounded-tag">
          <LogoMark className="size-9 text-lotus" />
          <span className="font-display text-2xl tracking-tight">{shopName}</span>
        </Link>
        <MainLinks />
        <div className="ms-auto flex items-center gap-2">
          <div className="hidden min-w-48 items-center justify-end gap-2 lg:flex">
            <AccountLinks onLogout={() => setAsking(true)} />
          </div>
          <BagLink />
        </div>
      </div>
      <LazyMount when={menuOpen}>
        <MobileMenu open={menuOpen} onOpenChange={setMenuOpen} />
      </LazyMount>
      <LazyMount when={asking}>
        <LogoutDialog open={asking} onOpenChange={setAsking} />
      </LazyMount>
    </header>
  )
}

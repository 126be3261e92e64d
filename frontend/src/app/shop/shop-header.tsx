import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { useSession } from '@/api/session'
import { ButtonLink } from '@/ui/button'
import { IconButton } from '@/ui/icon-button'
import { LazyMount } from '@/ui/lazy-mount'
import { lazyPart } from '@/ui/lazy-part'
import { useShopName } from '@/ui/page-meta'
import { ShopLogo } from '@/ui/shop-logo'
import { SHOP_LINKS } from '../nav-links'
import { OfflineBanner } from '../offline-banner'
import { BagLink } from './bag-link'
import { SearchInHeader } from './header-search'
import { SignedInLinks } from './signed-in-links'

const MobileMenu = lazyPart(async () => (await import('./mobile-menu')).MobileMenu)
const CategoryMenu = lazyPart(async () => (await import('./category-menu')).CategoryMenu)
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

/** Opens the categories' menu; without scripts a link to the product list. */
function Categories() {
  const [open, setOpen] = useState(false)
  return (
    <details className="relative hidden lg:block" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-tag font-medium after:mt-1 after:border-4 after:border-transparent after:border-t-current hover:text-lotus">
        Categories
      </summary>
      <div className="absolute top-full -ms-4 max-h-[70dvh] min-w-56 overflow-y-auto rounded-card border border-line bg-paper p-2 shadow-lift">
        <noscript>
          <a href="/products" className="flex min-h-11 items-center px-4">
            All products
          </a>
        </noscript>
        <LazyMount when={open}>
          <CategoryMenu />
        </LazyMount>
      </div>
    </details>
  )
}

function AccountLinks({ onLogout }: { onLogout: () => void }) {
  const { isLoggedIn } = useSession()
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
  return <SignedInLinks onLogout={onLogout} />
}

/** The sticky header: logo, name, links, account and cart. */
export function ShopHeader() {
  const shopName = useShopName()
  const [menuOpen, setMenuOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper">
      <div className="container-page flex h-header items-center gap-1 sm:gap-2 lg:gap-5">
        <IconButton
          icon={Menu}
          label="Menu"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => setMenuOpen(true)}
          className="-ms-2.5 flex-none lg:hidden"
        />
        {/* With large text, or a long one, the name goes to a second line, which is not shown: the bag keeps its place. */}
        <Link
          to="/"
          className="flex h-[max(2.75rem,44px)] min-w-10 flex-wrap gap-x-2 overflow-hidden rounded-tag"
        >
          <ShopLogo className="my-auto size-9 flex-none text-lotus" />
          <span className="font-display text-2xl leading-[max(2.75rem,44px)] tracking-tight whitespace-nowrap">
            {shopName}
          </span>
        </Link>
        <MainLinks />
        <Categories />
        <SearchInHeader />
        <div className="flex flex-none items-center gap-2">
          <div className="hidden min-w-48 items-center justify-end gap-2 lg:flex">
            <AccountLinks onLogout={() => setAsking(true)} />
          </div>
          <BagLink />
        </div>
      </div>
      <OfflineBanner />
      <LazyMount when={menuOpen}>
        <MobileMenu open={menuOpen} onOpenChange={setMenuOpen} />
      </LazyMount>
      <LazyMount when={asking}>
        <LogoutDialog open={asking} onOpenChange={setAsking} />
      </LazyMount>
    </header>
  )
}

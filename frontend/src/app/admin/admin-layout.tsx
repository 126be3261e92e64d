import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { ApiError } from '@/api/problem'
import { rightsOf, roleRefusal, type StaffDetail } from '@/api/staff'
import { SkipLink } from '@/app/skip-link'
import { toast } from '@/ui/toast'
import '@/styles/office.css'
import { Menu } from 'lucide-react'
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { useRouteFocus } from '@/lib/use-route-focus'
import { Drawer } from '@/ui/drawer'
import { IconButton } from '@/ui/icon-button'
import { lazyPart } from '@/ui/lazy-part'
import { useShopName } from '@/ui/page-meta'
import { ShopLogo } from '@/ui/shop-logo'
import { Spinner } from '@/ui/spinner'
import { LogoutDialog } from '../logout-dialog'
import { OfflineBanner } from '../offline-banner'
import { neededAt } from './access'
import { AdminGuard, ForbiddenPage } from './admin-guard'
import { AdminSidebar } from './admin-sidebar'

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : '')

/**
 * Follows the refusals that concern all pages of the back-office: a change that one's role may not make is reported with the reason of
 * the server, and `mustEnrol` becomes true when a call needs a second factor that the account does not have.
 */
function useRefusals() {
  const client = useQueryClient()
  const [mustEnrol, setMustEnrol] = useState(false)
  useEffect(() => {
    const follow = (error: unknown) => {
      if (codeOf(error) === 'auth.second_factor_required') setMustEnrol(true)
    }
    const stopQueries = client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated') follow(query.state.error)
    })
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const { error } = event.action
      follow(error)
      const reason = roleRefusal(error)
      if (reason !== undefined) toast.error(reason)
    })
    return () => {
      stopQueries()
      stopMutations()
    }
  }, [client])
  const enrolled = () => {
    setMustEnrol(false)
    void client.resetQueries({ predicate: ({ state }) => state.error !== null })
  }
  return { mustEnrol, enrolled }
}

const EnrolPage = lazyPart(async () => (await import('./enrol-page')).EnrolPage)

/** Logo and name as they are published. A long name takes two lines. */
function Brand() {
  const shopName = useShopName()
  return (
    <Link
      to="/admin"
      className="inline-flex min-h-11 min-w-0 items-center gap-2 font-display text-xl leading-6"
    >
      <ShopLogo className="size-8 flex-none text-lotus" />
      <span className="line-clamp-2 wrap-anywhere">{shopName}</span>
    </Link>
  )
}

/** The page, if the role may open it. */
function PermittedPage({ admin }: { admin: StaffDetail }) {
  const needs = neededAt(useLocation().pathname)
  return rightsOf(admin)(...needs) ? <Outlet /> : <ForbiddenPage needs={needs} />
}

function AdminFrame({ admin }: { admin: StaffDetail }) {
  useRouteFocus()
  const refusals = useRefusals()
  const [menuOpen, setMenuOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const askLogout = () => {
    setMenuOpen(false)
    setAsking(true)
  }
  return (
    <div className="min-h-dvh bg-shell lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh flex-col gap-6 overflow-y-auto border-e border-line bg-paper p-5 lg:flex">
        <Brand />
        <AdminSidebar admin={admin} onLogout={askLogout} />
      </aside>
      <div className="min-w-0">
        <div className="sticky top-0 z-40">
          <OfflineBanner />
          <header className="flex h-header items-center gap-2 border-b border-line bg-paper px-4 lg:hidden">
            <IconButton
              icon={Menu}
              label="Menu"
              aria-haspopup="dialog"
              aria-expanded={menuOpen}
              onClick={() => setMenuOpen(true)}
            />
            <Brand />
          </header>
          {/* The place of notices on wide windows: what scrolls passes below it. */}
          <div data-notices className="hidden h-16 bg-shell lg:block" />
        </div>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[90rem] px-4 py-8 sm:px-8 lg:pt-0 lg:pb-10"
        >
          <Suspense fallback={<Spinner label="Loading..." className="size-8 text-lotus" />}>
            {refusals.mustEnrol ? (
              <EnrolPage onEnrolled={refusals.enrolled} />
            ) : (
              <PermittedPage admin={admin} />
            )}
          </Suspense>
        </main>
      </div>
      <Drawer open={menuOpen} onOpenChange={setMenuOpen} title="Menu" side="left">
        <AdminSidebar admin={admin} onNavigate={() => setMenuOpen(false)} onLogout={askLogout} />
      </Drawer>
      <LogoutDialog open={asking} onOpenChange={setAsking} />
      <ScrollRestoration />
    </div>
  )
}

/** The layout of the back-office. */
export function AdminLayout() {
  return <AdminGuard>{(admin) => <AdminFrame admin={admin} />}</AdminGuard>
}

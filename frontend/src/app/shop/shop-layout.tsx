import { Suspense } from 'react'
import { Link, Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { useContent } from '@/api/content'
import { useSession } from '@/api/session'
import { SkipLink } from '@/app/skip-link'
import { useRouteFocus } from '@/lib/use-route-focus'
import { Spinner } from '@/ui/spinner'
import { ANNOUNCEMENT } from './announcement.client'
import { FOOTER } from './footer.client'
import { ShopHeader } from './shop-header'

/** A thin line at the top while the next page loads. */
function NavigationBar() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div aria-hidden className="fixed inset-x-0 top-0 z-50 h-0.5 animate-shimmer bg-lotus" />
}

function PageLoading() {
  return (
    <div className="flex min-h-[60vh] items-center justify-center text-lotus">
      <Spinner label="Loading..." className="size-8" />
    </div>
  )
}

/** The layout of the storefront. */
export function ShopLayout() {
  useRouteFocus()
  const { isAdmin } = useSession()
  const content = useContent()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <NavigationBar />
      {isAdmin && (
        <nav aria-label="Staff" className="grid bg-ink text-center font-semibold text-white">
          <Link to="/admin" className="p-3">
            Back to the back-office
          </Link>
        </nav>
      )}
      {content?.announcement && ANNOUNCEMENT}
      <ShopHeader />
      <main id="main" tabIndex={-1} className="flex-1">
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </main>
      {FOOTER}
      <ScrollRestoration />
    </div>
  )
}

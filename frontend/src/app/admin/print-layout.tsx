import { Outlet, ScrollRestoration } from 'react-router'
import { useRouteFocus } from '@/lib/use-route-focus'
import { AdminGuard } from './admin-guard'

function PrintFrame() {
  useRouteFocus()
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

/** The layout of printable pages: the guard without header and sidebar. */
export function PrintLayout() {
  return <AdminGuard>{() => <PrintFrame />}</AdminGuard>
}

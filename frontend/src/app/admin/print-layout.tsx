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

/** The back-office without its frame, for pages that are printed. */
export function PrintLayout() {
  return <AdminGuard>{() => <PrintFrame />}</AdminGuard>
}

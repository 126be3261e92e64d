import '@/styles/office.css'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { rightsOf } from '@/api/staff'
import { useRouteFocus } from '@/lib/use-route-focus'
import { neededAt } from './access'
import { AdminGuard, ForbiddenPage } from './admin-guard'

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
  const needs = neededAt(useLocation().pathname)
  return (
    <AdminGuard>
      {(admin) => (rightsOf(admin)(...needs) ? <PrintFrame /> : <ForbiddenPage needs={needs} />)}
    </AdminGuard>
  )
}

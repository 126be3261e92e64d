// Every screen with those who may open it. A screen without a row fails, and so does a row without a screen.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import { HOLDERS, type Permission, ROLES, type StaffRole } from '@/api/staff'
import { signInAdmin } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'
import { customerRoutes } from '../shop/customer-routes'

type Layout = Record<string, () => ReactNode>

/** In place of a page: its address as heading. */
const Page = () => <h1>{useLocation().pathname}</h1>

// The layouts, which decide, are real. The code of the pages is not loaded.
vi.mock('../lazy-page', () => ({
  lazyPage: (load: () => Promise<Layout>, name: string) =>
    /Layout$/.test(name)
      ? { lazy: { Component: async () => (await load())[name] } }
      : { Component: Page, handle: name },
}))

/**
 * Those who may open each screen, by their letters: G a guest, U a customer, and of staff O the owner, M manager, F fulfilment,
 * S support, C content.
 */
const SCREENS: Readonly<Record<string, string>> = {
  '/': 'GUOMFSC',
  '/products': 'GUOMFSC',
  '/products/productinfo/:id': 'GUOMFSC',
  '/contact': 'GUOMFSC',
  '/pages/:slug': 'GUOMFSC',
  '/cart': 'GUOMFSC',
  '/shipping': 'GUOMFSC',
  '/order-success': 'UOMFSC',
  '/orders': 'UOMFSC',
  '/orders/{}': 'UOMFSC',
  '/orders/{}/invoice/{}': 'UOMFSC',
  '/pay/return': 'UOMFSC',
  '/pay/cancelled': 'UOMFSC',
  '/login': 'GUOMFSC',
  '/register': 'GUOMFSC',
  '/forgot-password': 'GUOMFSC',
  '/reset-password': 'GUOMFSC',
  '/verify-email': 'GUOMFSC',
  '/accept-invitation': 'GUOMFSC',
  '/sessions-ended': 'GUOMFSC',
  '/setup': 'GUOMFSC',
  '/user': 'UOMFSC',
  '/admin': 'OMFSC',
  '/admin/dashboard': 'OMFSC',
  '/admin/products': 'OMFC',
  '/admin/products/addProducts': 'OM',
  '/admin/products/updateProducts': 'OMC',
  '/admin/products/import': 'OM',
  '/admin/products/stock': 'OMF',
  '/admin/promotions': 'OM',
  '/admin/promotions/new': 'OM',
  '/admin/promotions/{}': 'OM',
  '/admin/orders': 'OMFS',
  '/admin/orders/invoice/{}': 'OMFS',
  '/admin/orders/packing-slip/{}': 'OMFS',
  '/admin/calls': 'OMS',
  '/admin/payments': 'OM',
  '/admin/returns': 'OMFS',
  '/admin/refunds': 'OM',
  '/admin/attention': 'OM',
  '/admin/messages': 'OMS',
  '/admin/customers': 'OMS',
  '/admin/reviews': 'OMS',
  '/admin/mails': 'OM',
  '/admin/audit': 'OM',
  '/admin/staff': 'O',
  '/admin/look': 'OMC',
  '/admin/look/identity': 'O',
  '/admin/look/theme': 'O',
  '/admin/look/home': 'OMC',
  '/admin/look/footer': 'OMC',
  '/admin/look/contact': 'OMC',
  '/admin/look/announcement': 'OMC',
  '/admin/look/pages': 'OMC',
  '/admin/look/pages/{}': 'OMC',
  '/admin/settings': 'OM',
  '/admin/settings/delivery': 'OM',
  '/admin/settings/payments': 'O',
  '/admin/settings/orders': 'O',
  '/admin/settings/tax': 'O',
  '/admin/settings/mails': 'O',
  '/admin/settings/security': 'O',
  '/admin/settings/backups': 'O',
}

const read = (file: string) => readFileSync(path.resolve('..', file), 'utf8')

/** All screens, from the list of pages that is generated from the routes. */
const generated = [
  ...read('crates/http/src/pages/web_pages.rs').matchAll(
    /^ {4}\("(\/[^"]*)", "|RenderedPage \{ path: "([^"]*)"/gm,
  ),
].map(([, browsers, servers]) => browsers ?? servers ?? '')

const OFFICE = Object.entries(SCREENS).filter(([at]) => at.startsWith('/admin'))
const example = (at: string): string => at.replace('{}', 'ara-1')
const letterOf = (role: StaffRole): string => role.charAt(0).toUpperCase()

const permissionsOf = (role: StaffRole): Permission[] =>
  (Object.keys(HOLDERS) as Permission[]).filter((permission) =>
    (HOLDERS[permission] as readonly StaffRole[]).includes(role),
  )

beforeEach(() => {
  endSession('logout')
  // jsdom has no layout.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

it('lists every screen, and no other', () => {
  expect(Object.keys(SCREENS).toSorted()).toEqual(generated.toSorted())
})

it('knows the roles of each permission as the server does', () => {
  const table = read('crates/domain/src/accounts/permission/tests.rs')
  const rows = [...table.matchAll(/\("(\w+)", +\[([01, ]+)\]\)/g)].map(([, permission, flags = '']) => [
    permission,
    ROLES.map(({ value }) => value).filter((_, index) => flags.split(', ')[index] === '1'),
  ])
  expect(rows.length).toBeGreaterThan(20)
  expect(Object.entries(HOLDERS).toSorted()).toEqual(rows.toSorted())
})

/** Waits for the heading of the page. A search by role would take ten times as long. */
const headed = (text: string) => waitFor(() => expect(document.querySelector('h1')?.textContent).toBe(text))

describe('the back-office', () => {
  it.each(ROLES.map(({ value }) => value))('opens the screens of the role: %s', async (role) => {
    signInAdmin('ama@example.com', { role, permissions: permissionsOf(role) })
    const { router } = renderApp('/admin')
    for (const [at, who] of OFFICE) {
      await router.navigate('/admin')
      await headed('/admin')
      await router.navigate(example(at))
      await headed(who.includes(letterOf(role)) ? example(at) : 'Not for your role')
    }
  })

  it('is closed to guests and to customers', async () => {
    const customer = {
      type: 'customer',
      email: 'nimali@example.com',
      firstName: 'Nimali',
      lastName: 'Perera',
    }
    server.use(http.get(at('/api/users/userdetail'), () => HttpResponse.json(customer)))
    for (const token of [null, fakeToken(customer)]) {
      if (token !== null) beginSession(token)
      const { router, unmount } = renderApp('/')
      for (const [path] of OFFICE) {
        await router.navigate('/cart')
        await headed('/cart')
        await router.navigate(example(path))
        await headed('/login')
      }
      unmount()
    }
  })
})

it('asks for a session on the screens of customers that need one, and on no other', () => {
  const modules = import.meta.glob<string>('/src/features/*/*-page.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const guarded = customerRoutes().map((route) => {
    const name = String(route.handle)
    const source = Object.values(modules).find((text) => text.includes(`export function ${name}(`)) ?? ''
    return [`/${route.path}`.replace(':orderId', '{}'), /<(RequireSession|PaymentResult)\b/.test(source)]
  })
  const expected = guarded.map(([at]) => [at, SCREENS[String(at)]?.startsWith('G') === false])
  expect(guarded).toEqual(expected)
})

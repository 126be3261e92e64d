import type { QueryClient } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { allRoutes } from '@/app/browser-router'
import { clearErrorsOnNavigation } from '@/app/clear-errors-on-navigation'
import { Providers } from '@/app/providers'
import { makeQueryClient } from '@/app/query-client'
import { publicRoutes } from '@/app/shop/public-routes'

type Entry = string | { pathname: string; search?: string; state?: unknown }

/** Renders the whole app with its real routes at `entry`; failed calls are not retried. */
export function renderApp(entry: Entry = '/'): RenderResult & {
  user: UserEvent
  router: ReturnType<typeof createMemoryRouter>
  client: QueryClient
} {
  const client = makeQueryClient([])
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  const router = createMemoryRouter(allRoutes(publicRoutes(client)), { initialEntries: [entry] })
  clearErrorsOnNavigation(router)
  const result = render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { ...result, user: userEvent.setup(), router, client }
}

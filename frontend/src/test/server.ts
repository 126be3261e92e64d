// The API as the tests see it. A test adds what it needs: server.use(http.get(at('/api/shop'), () => HttpResponse.json(…))).
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { API_BASE_URL } from '@/api/client'
import type { ShopInfo } from '@/api/types'

/** The full address of a path of the API. */
export const at = (path: string): string => `${API_BASE_URL}${path}`

export const SHOP: ShopInfo = {
  name: 'Araliya',
  phone: '+94 11 255 0142',
  email: 'hello@araliya.example',
  address: '27 Ward Place, Colombo 07',
  openingHours: 'Monday to Friday, 9 AM to 6 PM',
  currency: 'LKR',
}

/** A problem as the server sends it. */
export const problem = (
  status: number,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  HttpResponse.json(
    {
      type: 'about:blank',
      title: 'Problem',
      status,
      code: `test.${status}`,
      message: `Problem ${status}`,
      ...body,
    },
    { status, headers: { 'Content-Type': 'application/problem+json', ...headers } },
  )

export const server = setupServer(http.get(at('/api/shop'), () => HttpResponse.json(SHOP)))

import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { inMinutes, onOrderPage, shown, unpaid } from '@/test/customer-payment'
import { at, server } from '@/test/server'

onOrderPage()

it("counts the time to pay by the server's clock, whatever the device's says", async () => {
  const order = unpaid({ method: 'payhere', expiresAt: inMinutes(47) })
  shown(order)
  const date = new Date(Date.now() + 17 * 60_000).toUTCString()
  server.use(http.get(at('/api/orders/:id'), () => HttpResponse.json(order, { headers: { Date: date } })))
  expect(await screen.findByText(/^Pay within (29|30|31) minutes, by/)).toBeVisible()
})

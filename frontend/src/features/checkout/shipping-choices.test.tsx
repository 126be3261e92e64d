import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { beginSession } from '@/api/session'
import { goToGateway } from '@/features/payments/go-to-gateway'
import { address, addressBook, OFFICE } from '@/test/addresses'
import { openChargingShop, priced } from '@/test/charging-shop'
import {
  A,
  button,
  choice,
  enter,
  HERE,
  openShop,
  placed,
  press,
  put,
  STATE,
  shopAnswers,
  total,
} from '@/test/checkout'
import { expectNotice } from '@/test/notices'
import { order, quoteFor } from '@/test/quotes'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

vi.mock('@/features/payments/go-to-gateway', () => ({ goToGateway: vi.fn() }))

beforeEach(() => {
  openShop()
  beginSession(fakeToken())
})

describe('a shop without a choice', () => {
  it('says delivery and payment in a line each', async () => {
    renderApp(HERE)
    const delivery = within(await screen.findByRole('region', { name: 'Delivery' }))
    expect(await delivery.findByText('Standard delivery')).toBeVisible()
    expect(delivery.getByText('Arrives 23–25 Nov')).toBeVisible()
    expect(delivery.getByText('Free')).toBeVisible()
    expect(screen.getByText('Cash on delivery')).toBeVisible()
    expect(screen.getByText(/^Within 7 days of delivery/)).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.getByLabelText(/^District/)).not.toBeRequired()
    expect(screen.getByText('City').textContent).toBe('City (optional)')
  })
})

describe('a shop that charges by district', () => {
  it('takes back a fault of the address that the order does not need any more', async () => {
    openChargingShop()
    shopAnswers(placed)
    const { user } = renderApp(HERE)
    await enter(user)
    await screen.findByText(/please choose it above/)
    await user.clear(screen.getByLabelText(/^Shipping Address/))
    await press(user)
    expect(await screen.findByText('City is required')).toBeVisible()
    expect(screen.getByText('Shipping address is required')).toBeVisible()
    await user.click(await choice(/^Pick-up at the shop/))
    await waitFor(() => expect(screen.queryByText('City is required')).toBeNull())
    expect(screen.queryByText('Please choose the district')).toBeNull()
    expect(screen.queryByText('Shipping address is required')).toBeNull()
  })

  it('gives up a method that another district does not have, and says so', async () => {
    openChargingShop()
    const { user } = renderApp(HERE)
    await enter(user)
    await user.selectOptions(await screen.findByLabelText('District'), 'Colombo')
    await user.click(await choice(/^Express delivery/))
    await waitFor(() => expect(total()).toHaveTextContent('LKR. 9,600.50'))
    await user.selectOptions(screen.getByLabelText('District'), 'Kandy')
    expect(await screen.findByText('Express delivery is not offered in Kandy.')).toBeVisible()
    expect(await choice(/^Standard delivery/)).toBeChecked()
    expect(total()).toHaveTextContent('LKR. 9,250.50')
  })

  it('needs no address of an order that is picked up', async () => {
    openChargingShop()
    const calls = shopAnswers(placed)
    const { user } = renderApp(HERE)
    await enter(user)
    await user.click(await choice(/^Pick-up at the shop/))
    expect(await screen.findByText(/^Ready 24–26 Nov at 27 Ward Place/)).toBeVisible()
    expect(screen.getByText('Fetch it at our shop. We mail you when it is ready.')).toBeVisible()
    expect(screen.queryByText(/courier calls/)).toBeNull()
    await user.clear(screen.getByLabelText(/^Shipping Address/))
    await press(user)
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    expect(calls[0]?.body).toMatchObject({ deliveryMethod: 'pickup', name: 'Nimal Perera' })
    expect(calls[0]?.body).not.toHaveProperty('address')
  })

  it('names delivery and fee among changed prices', async () => {
    openChargingShop()
    const goods = quoteFor({ A }, STATE.items)
    const dearer = priced(goods, {
      orderedItems: STATE.items,
      deliveryMethod: 'pickup',
      paymentMethod: 'payhere',
    })
    const calls = shopAnswers(() => problem(409, { code: 'order.price_changed', quote: dearer }), placed)
    addressBook([address()])
    const { user } = renderApp(HERE)
    await choice(/^Home/)
    await press(user)
    const notice = within(await screen.findByRole('alert'))
    expect(notice.getByText('Delivery').parentElement).toHaveTextContent('was LKR. 400.00, now LKR. 0.00')
    expect(notice.getByText('Fee for cash on delivery').parentElement).toHaveTextContent('was LKR. 150.00')
    expect(notice.getByText(/New total/)).toHaveTextContent('LKR. 8,700.50')
    await press(user, 'Accept and place order')
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    expect(calls[1]?.body.expectedTotal).toBe(8700.5)
  })
})

describe('saved addresses', () => {
  it('are not waited for by what was typed, and a failure leaves the fields', async () => {
    server.use(http.get(at('/api/users/addresses'), () => problem(500)))
    const { user } = renderApp(HERE)
    await enter(user)
    expect(screen.queryByLabelText('Save this address for next time')).toBeNull()
  })

  it('say that the chosen one is gone', async () => {
    addressBook([address(), OFFICE])
    shopAnswers(() => {
      addressBook([address()])
      return problem(422, { errors: { addressId: ['must be the id of one of your addresses'] } })
    })
    const { user } = renderApp(HERE)
    await user.click(await choice(/^Office/))
    await press(user)
    await expectNotice('The address that you chose is no longer saved. Please choose another one.')
    await waitFor(() => expect(screen.queryByRole('radio', { name: /^Office/ })).toBeNull())
    expect(await choice(/^Home/)).toBeChecked()
  })

  it('keep the choice over a reload', async () => {
    addressBook([address(), OFFICE])
    const first = renderApp(HERE)
    await first.user.click(await choice(/^Office/))
    first.unmount()
    renderApp('/shipping')
    expect(await choice(/^Office/)).toBeChecked()
  })
})

describe('the checkout after an order', () => {
  it('begins again: without the former methods, note and wish to save', async () => {
    openChargingShop()
    addressBook()
    shopAnswers(placed)
    const first = renderApp(HERE)
    await enter(first.user)
    await put(first.user, 'City', 'Galle')
    await first.user.selectOptions(screen.getByLabelText('District'), 'Galle')
    await first.user.click(await choice(/^Bank transfer/))
    await first.user.click(screen.getByText('Add a note to your order'))
    await put(first.user, /^Note/, 'Please ring twice.')
    await press(first.user)
    expect(await screen.findByText('Order placed successfully!')).toBeVisible()
    first.unmount()
    const { user } = renderApp(HERE)
    expect(await screen.findByLabelText('Shipping Address')).toHaveValue('12 Flower Road')
    expect(await choice(/^Cash on delivery/)).toBeChecked()
    await user.click(screen.getByText('Add a note to your order'))
    expect(screen.getByLabelText(/^Note/)).toHaveValue('')
  })
})

describe('an order that is paid online', () => {
  const online = () =>
    HttpResponse.json(
      { message: 'ok', order: order({ payment: { ...order().payment, method: 'payhere' } }) },
      { status: 201 },
    )

  const payOnline = async () => {
    openChargingShop()
    addressBook([address()])
    shopAnswers(online)
    server.use(
      http.get(at('/api/orders/ARL-7XK2'), () => HttpResponse.json(order())),
      http.get(at('/api/orders/ARL-7XK2/events'), () => HttpResponse.json([])),
    )
    const result = renderApp(HERE)
    await result.user.click(await choice(/^Card or wallet/))
    await waitFor(() => expect(total()).toHaveTextContent('LKR. 9,100.50'))
    await result.user.click(await button('Proceed to Checkout'))
    return result
  }

  it('goes to the order when the payment cannot be started', async () => {
    vi.mocked(goToGateway).mockClear()
    server.use(http.post(at('/api/orders/ARL-7XK2/payments'), () => problem(503)))
    const { router } = await payOnline()
    await expectNotice('Your order is placed. We could not open the payment page: please pay from here.')
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders/ARL-7XK2'))
    expect(goToGateway).not.toHaveBeenCalled()
  })
})

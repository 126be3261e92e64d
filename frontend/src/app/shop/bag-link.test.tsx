import { act, screen, waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { useCart } from '@/features/cart/store'
import { BagLink } from './bag-link'

const LINK = (
  <MemoryRouter>
    <BagLink />
  </MemoryRouter>
)

afterEach(() => {
  document.body.replaceChildren()
  useCart.setState({ lines: [] })
})

it('announces a change, but not the stored cart at the start', async () => {
  const root = document.createElement('div')
  root.innerHTML = renderToString(LINK)
  document.body.append(root)
  useCart.getState().add('A', 3)
  const app = await act(async () => hydrateRoot(root, LINK))
  expect(screen.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  act(() => useCart.getState().add('A', 1))
  // Announced with a delay: an open dialog, which is about to close, hides the page from screen readers.
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Cart: 4 items'))
  act(() => app.unmount())
})

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { useRouteFocus } from './use-route-focus'

function Frame() {
  useRouteFocus()
  return (
    <>
      <Link to="/slow">Go</Link>
      <main>
        <Outlet />
      </main>
    </>
  )
}

function Slow() {
  const [shown, show] = useState(false)
  return (
    <>
      {shown ? <h1 key="there">There</h1> : <h1 key="loading">Loading...</h1>}
      {!shown && <p onPointerEnter={() => show(true)}>data</p>}
      <button type="button" onPointerEnter={() => show(false)}>
        Elsewhere
      </button>
    </>
  )
}

function open() {
  const router = createMemoryRouter([
    {
      Component: Frame,
      children: [
        { path: '/', element: <h1>Home</h1> },
        { path: '/slow', Component: Slow },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  return userEvent.setup()
}

it('focuses a heading that appears with the data', async () => {
  const user = open()
  await user.click(screen.getByRole('link', { name: 'Go' }))
  expect(await screen.findByRole('heading', { name: 'Loading...' })).toHaveFocus()
  await user.hover(screen.getByText('data'))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'There' })).toHaveFocus())
})

it('leaves the focus once the user has moved it', async () => {
  const user = open()
  await user.click(screen.getByRole('link', { name: 'Go' }))
  await user.hover(await screen.findByText('data'))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'There' })).toHaveFocus())
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
  elsewhere.focus()
  elsewhere.blur()
  await user.hover(elsewhere)
  expect(await screen.findByRole('heading', { name: 'Loading...' })).not.toHaveFocus()
  expect(document.body).toHaveFocus()
})

import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { useIsCurrentPage } from './use-is-current-page'

let stillHere = () => false

function Asking() {
  stillHere = useIsCurrentPage()
  return 'Here'
}

it('is false from the click that navigates to another page', async () => {
  let arrive = () => {}
  const line = new Promise<null>((resolve) => {
    arrive = () => resolve(null)
  })
  const router = createMemoryRouter([
    { path: '/', Component: Asking },
    { path: '/elsewhere', loader: () => line, element: 'Elsewhere' },
  ])
  render(<RouterProvider router={router} />)
  expect(stillHere()).toBe(true)
  await act(async () => void router.navigate('/elsewhere'))
  expect(screen.getByText('Here')).toBeVisible()
  expect(stillHere()).toBe(false)
  await act(async () => arrive())
  expect(await screen.findByText('Elsewhere')).toBeVisible()
  expect(stillHere()).toBe(false)
})

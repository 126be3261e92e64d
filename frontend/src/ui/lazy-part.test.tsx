import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyPart, optionalPart } from './lazy-part'

it('loads the part once there is a connection', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(() => 'The part')
  const Part = lazyPart(load)
  render(
    <Suspense fallback="Waiting">
      <Part />
    </Suspense>,
  )
  expect(await screen.findByText('Waiting')).toBeVisible()
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  onLine.mockReturnValue(true)
  await act(async () => window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('The part')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

it('shows nothing for an optional part that fails to load', async () => {
  const Part = optionalPart(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  )
  render(
    <>
      <p>The page</p>
      <Suspense fallback="Waiting">
        <Part />
      </Suspense>
    </>,
  )
  await vi.waitFor(() => expect(screen.queryByText('Waiting')).toBeNull())
  expect(screen.getByText('The page')).toBeVisible()
})

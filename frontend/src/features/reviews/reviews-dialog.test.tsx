import type { QueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import type { Review } from '@/api/types'
import { Providers } from '@/app/providers'
import { makeQueryClient } from '@/app/query-client'
import { makeReview } from '@/test/catalogue'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'
import { ReviewsDialog } from './reviews-dialog'

let kept: Review[]
/** Reviews beyond the first page of the list. */
let unloaded: Review[]
const sent: unknown[] = []
let client: QueryClient

function open() {
  client = makeQueryClient([])
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  const router = createMemoryRouter([{ path: '*', element: <ReviewsDialog open onOpenChange={() => {}} /> }])
  render(
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>,
  )
  return userEvent.setup()
}

beforeEach(() => {
  endSession('logout')
  sent.length = 0
  kept = [makeReview(1), makeReview(2)]
  unloaded = []
  server.use(
    http.get(at('/api/reviews'), ({ request }) => {
      const own = new URL(request.url).searchParams.get('mine') === 'true'
      const shown = own ? [...kept, ...unloaded].filter(({ mine }) => mine) : kept
      return HttpResponse.json(shown)
    }),
    http.post(at('/api/reviews'), async ({ request }) => {
      const body = (await request.json()) as { rating: number; comment: string }
      sent.push(body)
      const review = makeReview(3, { ...body, mine: true })
      kept = [review, ...kept]
      return HttpResponse.json({ message: 'ok', review }, { status: 201 })
    }),
    http.post(at('/api/reviews/update'), async ({ request }) => {
      const body = (await request.json()) as { reviewId: string; rating: number; comment: string }
      sent.push(body)
      kept = kept.map((review) => (review._id === body.reviewId ? { ...review, ...body } : review))
      return HttpResponse.json({ message: 'ok', review: kept[0] })
    }),
  )
})

describe('the reviews window', () => {
  it('keeps the form when the list cannot be refetched', async () => {
    beginSession(fakeToken())
    const user = open()
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Lovely')
    server.use(http.get(at('/api/reviews'), () => problem(500)))
    await act(async () => {
      await client.invalidateQueries({ queryKey: ['reviews'] })
      await delay(20)
    })
    expect(client.getQueryState(['reviews', 'list'])?.status).toBe('error')
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Lovely')
  })

  it('lets users edit a review outside the loaded list', async () => {
    unloaded = [makeReview(9, { mine: true, comment: 'Long ago' })]
    beginSession(fakeToken())
    open()
    const [first] = await screen.findAllByRole('article')
    await waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Long ago'))
    expect(first).toBeDefined()
    expect(screen.getByRole('button', { name: 'Edit Review' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Submit Review' })).toBeNull()
  })
})

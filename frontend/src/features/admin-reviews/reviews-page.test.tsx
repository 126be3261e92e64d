import { screen, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { endSession } from '@/api/session'
import type { Review } from '@/api/types'
import { listAnswer, reviewOf, signInAdmin } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const list = (reviews: Review[]) => server.use(http.get(at('/api/reviews'), () => listAnswer(reviews)))

beforeEach(() => {
  endSession('logout')
  signInAdmin()
})

describe('the list of reviews', () => {
  it('shows a spinner while it loads', async () => {
    server.use(
      http.get(at('/api/reviews'), async () => {
        await delay('infinite')
        return listAnswer([])
      }),
    )
    renderApp('/admin/reviews')
    await screen.findByRole('heading', { name: 'User Reviews' })
    expect(screen.getByText('Loading...')).toBeInTheDocument()
    expect(screen.queryByText('No reviews available')).toBeNull()
  })

  it('reports that more reviews could not be read', async () => {
    server.use(
      http.get(at('/api/reviews'), ({ request }) =>
        new URL(request.url).searchParams.has('after')
          ? problem(500)
          : listAnswer([reviewOf()], { total: 2, next: 'second' }),
      ),
    )
    const { user } = renderApp('/admin/reviews')
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('More reviews could not be loaded.')
  })
})

import { screen } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { asOwner, listAnswer, reviewOf } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

asOwner()

describe('the list of reviews', () => {
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

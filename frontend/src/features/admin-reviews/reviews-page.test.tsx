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

  it('has the columns of the specification', async () => {
    list([reviewOf()])
    renderApp('/admin/reviews')
    const table = await screen.findByRole('table', { name: 'Reviews, newest first' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Name', 'Email', 'Rating', 'Comment', 'Submitted On', 'Action'])
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent(
      'Nimal Pereranimal@example.com4/5Lovely scent.1 Nov 2026, 12:00 PMDelete',
    )
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

  it('reports an empty list', async () => {
    list([])
    renderApp('/admin/reviews')
    expect(await screen.findByText('No reviews available')).toBeVisible()
  })

  it('is empty after a failed request, with a retry button', async () => {
    server.use(http.get(at('/api/reviews'), () => problem(500)))
    const { user } = renderApp('/admin/reviews')
    expect(await screen.findByText('No reviews available')).toBeVisible()
    list([reviewOf()])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Lovely scent.')).toBeVisible()
  })
})

describe('deleting a review', () => {
  const openQuestion = async () => {
    const app = renderApp('/admin/reviews')
    await app.user.click(
      await screen.findByRole('button', { name: 'Delete the review by nimal@example.com' }),
    )
    const question = await screen.findByRole('alertdialog', { name: 'Confirm Deletion' })
    expect(question).toHaveTextContent('Are you sure you want to delete the review by nimal@example.com?')
    await app.user.click(within(question).getByRole('button', { name: 'Delete' }))
  }

  it('asks, deletes and refetches the list', async () => {
    const reviews = [reviewOf()]
    const deleted: unknown[] = []
    list(reviews)
    server.use(
      http.delete(at('/api/reviews/delete/:id'), ({ params }) => {
        deleted.push(params.id)
        reviews.pop()
        return HttpResponse.json({ message: 'ok' })
      }),
    )
    await openQuestion()
    await expectNotice('Review deleted successfully')
    expect(deleted).toEqual(['r1'])
    expect(await screen.findByText('No reviews available')).toBeVisible()
  })

  it('reports a failure', async () => {
    list([reviewOf()])
    server.use(http.delete(at('/api/reviews/delete/:id'), () => problem(500)))
    await openQuestion()
    await expectNotice('Failed to delete review. Please try again.')
    expect(await screen.findByText('Lovely scent.')).toBeVisible()
  })
})

// Messages of the reviews dialog (spec.md §8). Every test has its own customer, who may have one review.
import type { Page } from '@playwright/test'
import { expectNotice, expectSentence } from './messages'
import { call, newCustomer, newReview, unique } from './shop-api'
import { answer, begin, expect, test } from './shop-test'
import { open } from './watched-page'

async function openReviews(page: Page) {
  await open(page, '/')
  await page.getByRole('button', { name: 'View Customer Reviews' }).click()
  return page.getByRole('dialog', { name: 'Customer Reviews' })
}

test('a first review: refused, submitted, and then only to be edited', async ({ page }) => {
  const { token } = await newCustomer()
  await begin(page, { token })
  const dialog = await openReviews(page)
  await expect(dialog.getByLabel('Rating')).toHaveValue('5')
  const comment = `Lovely scents, ${unique()}.`
  await dialog.getByLabel('Comment').fill(comment)
  await answer(page, 'POST', /^\/reviews$/, 500)
  await dialog.getByRole('button', { name: 'Submit Review' }).click()
  await expectNotice(page, 'Failed to submit review.')
  await expect(dialog.getByLabel('Comment')).toHaveValue(comment)

  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Submit Review' }).click()
  await expectNotice(page, 'Review submitted successfully!')
  await expect(dialog.getByText(comment)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Submit Review' })).toBeHidden()

  await dialog.getByRole('button', { name: 'Edit Review' }).click()
  const form = dialog.getByRole('form', { name: 'Edit Your Review' })
  await form.getByLabel('Rating').selectOption('3')
  await answer(page, 'POST', /^\/reviews\/update$/, 500)
  await form.getByRole('button', { name: 'Update Review' }).click()
  await expectNotice(page, 'Failed to update review.')
  await page.unrouteAll()
  await form.getByRole('button', { name: 'Update Review' }).click()
  await expectNotice(page, 'Review updated successfully!')
  await expect(dialog.getByRole('article').filter({ hasText: comment })).toContainText('3 / 5')
})

test('a second review that was started before the first was sent is refused', async ({ page }) => {
  const account = await newCustomer()
  await begin(page, { token: account.token })
  const dialog = await openReviews(page)
  await dialog.getByLabel('Comment').fill('The same again')
  await newReview(account, `Already here, ${unique()}.`)
  await dialog.getByRole('button', { name: 'Submit Review' }).click()
  await expectNotice(page, 'Failed to submit review.')
  await expect(dialog.getByRole('button', { name: 'Edit Review' })).toBeVisible()
})

test('a new review needs a login after the session has ended', async ({ page }) => {
  const { token } = await newCustomer()
  await begin(page, { token })
  const dialog = await openReviews(page)
  await dialog.getByLabel('Comment').fill('Lovely scents.')
  await call('POST', '/users/logout', undefined, token)
  await dialog.getByRole('button', { name: 'Submit Review' }).click()
  await expectNotice(page, 'You must be logged in to submit a review.')
  await expect(dialog.getByRole('link', { name: 'Log in' })).toBeVisible()
})

test('an edit of a review needs a login after the session has ended', async ({ page }) => {
  const account = await newCustomer()
  await newReview(account, `Here to stay, ${unique()}.`)
  await begin(page, { token: account.token })
  const dialog = await openReviews(page)
  await dialog.getByRole('button', { name: 'Edit Review' }).click()
  await call('POST', '/users/logout', undefined, account.token)
  await dialog.getByRole('button', { name: 'Update Review' }).click()
  await expectNotice(page, 'You must be logged in to update a review.')
})

test('an empty list of reviews, also when they cannot be fetched', async ({ page }) => {
  await answer(page, 'GET', /^\/reviews$/, 200, [])
  await expectSentence(await openReviews(page), 'No reviews yet. Be the first to leave one!')
  await page.unrouteAll()
  await answer(page, 'GET', /^\/reviews$/, 404)
  await expectSentence(await openReviews(page), 'No reviews yet. Be the first to leave one!')
})

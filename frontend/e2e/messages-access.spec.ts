// Messages to guests, customers and users with an ended session who open orders or the back-office (spec.md §5, §8).
import { expectNotice } from './messages'
import { call, newCustomer, ownerToken } from './shop-api'
import { answer, begin, expect, test } from './shop-test'
import { open } from './watched-page'

test('access: orders, the back-office, and an ended session', async ({ page }) => {
  await open(page, '/orders')
  await expectNotice(page, 'Please Login To View Your Orders')
  await expect(page).toHaveURL(/\/login\?next=%2Forders$/)
  await open(page, '/admin/orders')
  await expectNotice(page, 'Please Login To View Orders')
  await expect(page).toHaveURL(/\/login\?next=%2Fadmin%2Forders$/)

  const { token } = await newCustomer()
  await begin(page, { token })
  await open(page, '/admin')
  await expectNotice(page, 'Unauthorized Access')
  await expect(page).toHaveURL(/\/login$/)

  await call('POST', '/users/logout', undefined, token)
  await open(page, '/admin')
  await expectNotice(page, 'Failed To Fetch User Data')
  await expect(page).toHaveURL(/\/login\?next=%2Fadmin$/)
})

test('the back-office: the user cannot be read', async ({ page }) => {
  await begin(page, { token: await ownerToken() })
  await answer(page, 'GET', /^\/users\/userdetail$/, 500)
  await open(page, '/admin')
  await expectNotice(page, 'Failed To Fetch User Data')
  await expect(page).toHaveURL(/\/login$/)
})

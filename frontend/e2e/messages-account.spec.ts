// Messages about accounts: login, registration, logout and profile (spec.md §8).
import { expectNotice, expectNoticeText, expectSentence } from './messages'
import { call, newCustomer, ownerToken, unique } from './shop-api'
import { answer, begin, expect, question, test } from './shop-test'
import { logIn, open } from './watched-page'

const PICTURE = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

test('login: the server’s message on success, on failure and for a blocked account', async ({ page }) => {
  const { email, password } = await newCustomer()
  await open(page, '/login')
  const refused = page.waitForResponse('**/api/users/login')
  await logIn(page, { email, password: 'not the password' })
  await expectNoticeText(page, ((await (await refused).json()) as { message: string }).message)

  await call('PUT', '/users', { email, isBlocked: true }, await ownerToken())
  await logIn(page, { email, password })
  await expectNotice(page, 'Your account has been blocked. Contact support.')
  await expect(page).toHaveURL(/\/login$/)

  await call('PUT', '/users', { email, isBlocked: false }, await ownerToken())
  const welcomed = page.waitForResponse('**/api/users/login')
  await logIn(page, { email, password })
  await expectNoticeText(page, ((await (await welcomed).json()) as { message: string }).message)
  await expect(page).toHaveURL(/\/$/)
})

test('login: fields are required', async ({ page }) => {
  await open(page, '/login')
  await page.getByRole('button', { name: 'Login to your account' }).click()
  await expectSentence(page, 'Email is required')
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('nobody')
  await expectSentence(page, 'Invalid email format')
})

test('Google: a new account is told to log in again', async ({ page, baseURL }) => {
  const provider = 'https://accounts.example/authorize'
  await answer(page, 'GET', /^\/users\/google\/config$/, 200, {
    enabled: true,
    clientId: 'shop',
    authorizeUrl: provider,
    scopes: ['openid', 'profile', 'email'],
  })
  const sent: Record<string, unknown>[] = []
  await page.route('**/api/users/google', async (route) => {
    sent.push(route.request().postDataJSON() as Record<string, unknown>)
    await route.fulfill({
      status: 201,
      json: { message: 'Your Account Is Created. Now You Can Login Via Google!!!' },
    })
  })
  await page.route(`${provider}**`, async (route) => {
    const asked = new URL(route.request().url()).searchParams
    expect(asked.get('scope')).toBe('openid profile email')
    const back = `${asked.get('redirect_uri')}?code=granted&state=${asked.get('state')}`
    await route.fulfill({
      contentType: 'text/html',
      body: `<meta http-equiv="refresh" content="0;url=${back}">`,
    })
  })
  await open(page, '/login')
  await page.getByRole('button', { name: 'Login with Google' }).click()
  await expectNotice(page, 'Your Account Is Created. Now You Can Login Via Google!!!')
  await expect(page).toHaveURL(/\/login$/)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ code: 'granted', redirectUri: `${baseURL}/login` })
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('registration: failures, field errors, and the redirect to the login', async ({ page }) => {
  const { email: taken } = await newCustomer()
  await open(page, '/register')
  await page.getByRole('button', { name: 'Create Account' }).click()
  for (const sentence of ['First name is required', 'Last name is required', 'Password is required']) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  }
  await expectSentence(page, 'Email is required')
  await expect(page.getByLabel('First Name')).toBeFocused()
  await page.getByLabel('First Name').fill('Amaya')
  await page.getByLabel('Last Name').fill('Visitor')
  await page.getByLabel('Email').fill(taken)
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectNotice(page, 'Failed to Register')
  await expect(page.getByLabel('Email')).toBeFocused()

  await page.getByLabel('Email').fill(`visitor-${unique()}@example.com`)
  const made = page.waitForResponse((response) => response.url().endsWith('/api/users') && response.ok())
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectNoticeText(page, ((await (await made).json()) as { message: string }).message)
  await expect(page).toHaveURL(/\/login$/)
})

test('registration: a failed picture upload stops it', async ({ page }) => {
  await open(page, '/register')
  await page.getByLabel('First Name').fill('Amaya')
  await page.getByLabel('Last Name').fill('Visitor')
  await page.getByLabel('Email').fill(`visitor-${unique()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  const registrations: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users')) registrations.push(request.url())
  })
  // The request arrives without its file.
  await page.route('**/api/images', (route) =>
    route.continue({
      headers: { ...route.request().headers(), 'content-type': 'multipart/form-data; boundary=cut' },
      postData: '--cut\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nprofile\r\n--cut--\r\n',
    }),
  )
  await page.getByLabel(/^Profile Picture/).setInputFiles(PICTURE)
  await expect(page.getByRole('img', { name: 'Preview of the chosen picture' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectNotice(page, 'Profile picture upload failed.')
  await expectSentence(page, 'Please select a file')
  expect(registrations).toEqual([])

  await page.unroute('**/api/images')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('profile: refused, without its picture, and saved', async ({ page }) => {
  const { token } = await newCustomer()
  await begin(page, { token })
  await open(page, '/user')
  const save = async () => {
    await page.getByRole('button', { name: 'Update User Details' }).click()
    const dialog = question(page, 'Confirm Update')
    await expect(dialog).toContainText('Are you sure you want to update your details?')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByLabel('Update First Name').fill('Nadee')
  await answer(page, 'PUT', /^\/users\/update\//, 500)
  await save()
  await expectNotice(page, 'Failed to update user details due to an error')
  await expect(page.getByLabel('Update First Name')).toHaveValue('Nadee')

  await page.unrouteAll()
  await answer(page, 'POST', /^\/images$/, 500)
  await page.getByLabel(/^Update Profile Picture/).setInputFiles(PICTURE)
  await save()
  await expectNotice(page, 'Profile picture upload failed.')

  await page.unrouteAll()
  await save()
  await expectNotice(page, 'Your details were updated successfully')
  const details = page.getByRole('region', { name: 'Your details' })
  await expect(details).toContainText('Nadee')
  await expect(details).toContainText('Visitor')
  await expect(details.getByRole('img')).toHaveAttribute('src', /\/images\//)
})

// Staff: an owner invites, a member accepts and sees what the role may do; second factor, recovery codes and sessions.
import type { Browser, Page } from '@playwright/test'
import { mailedLinks } from './mailbox'
import { type Account, newOwnerSession, newStaff, unique } from './shop-api'
import { begin, confirmSession, expect, question, test } from './shop-test'
import { codeAt, stepNow } from './totp'
import { expectSound, expectToast, logIn, open, watch } from './watched-page'

const PASSWORD = 'a long enough secret'

/** Another device. `close` ends it, and fails if its pages complained. */
async function anotherDevice(browser: Browser): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const complaints = watch(page)
  const close = async () => {
    await context.close()
    expect(complaints).toEqual([])
  }
  return { page, close }
}

/** The pages that the menu leads to, without the numbers of what waits. */
async function menu(page: Page) {
  const links = page.getByRole('navigation', { name: 'Back-office' }).getByRole('link')
  return (await links.allTextContents()).map((text) => text.replace(/\d+ \w+$/, ''))
}

/** Invites an address through the dialog; the session is confirmed once. */
async function invite(page: Page, email: string, role: string, isConfirmed: boolean) {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Invite staff' })
  await form.getByLabel('Email').fill(email)
  await form.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  // The shop of the tests has no mail server: its mails are files.
  await form.getByRole('button', { name: 'Make invitation' }).click()
  if (!isConfirmed) await confirmSession(page)
  const sent = page.getByRole('dialog', { name: 'Invitation made' })
  await expect(sent).toContainText(`Send this link to ${email}: it invites as ${role}`)
  await sent.getByRole('button', { name: 'Close' }).last().click()
  await expect(sent).toBeHidden()
}

test('invited staff see what their role may do, until an owner changes it', async ({
  page,
  browser,
  isMobile,
}) => {
  test.skip(isMobile, 'The sidebar of wide windows is read; a phone has the same links in a drawer.')
  const mark = unique()
  const emailOf = (role: string) => `${role.toLowerCase()}-${mark}@example.com`
  await begin(page, { token: await newOwnerSession() })
  await open(page, '/admin/staff')
  for (const [index, role] of ['Manager', 'Fulfilment', 'Support'].entries()) {
    await invite(page, emailOf(role), role, index > 0)
    await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText(emailOf(role))
  }
  await expectSound(page)

  const email = emailOf('Fulfilment')
  const name = `Kumari ${mark}`
  const links = () => mailedLinks(email, 'accept-invitation')
  await expect.poll(() => links().length, { timeout: 20_000 }).toBe(1)
  const { page: desk, close } = await anotherDevice(browser)
  await desk.goto(links()[0] ?? '')
  await expect(desk.getByText('You are invited to work in')).toContainText('as Fulfilment')
  await expectSound(desk)
  await desk.getByLabel('First Name').fill('Kumari')
  await desk.getByLabel('Last Name').fill(mark)
  await desk.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await desk.getByRole('button', { name: 'Create account and accept' }).click()
  await expect(desk).toHaveURL(/\/admin$/)
  expect(await menu(desk)).toEqual(['Dashboard', 'Products', 'Orders', 'Returns'])
  await open(desk, '/admin/audit')
  await expect(desk.getByText('This page is for the roles Owner and Manager.')).toBeVisible()
  await expectSound(desk)

  await page.reload()
  await page.getByRole('button', { name: `Change the role of ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Role of ${name}` })
  await dialog.getByRole('radio', { name: /^Support/ }).check()
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await expectToast(page, `${name} has the role Support now.`)

  // The former session has ended.
  await desk.goto('/admin/orders')
  await expect(desk).toHaveURL(/\/login/)
  await logIn(desk, { email, password: PASSWORD })
  await expect(desk.getByRole('heading', { level: 1, name: 'Admin Orders Page' })).toBeVisible()
  expect(await menu(desk)).toEqual([
    'Dashboard',
    'Orders',
    'Calls',
    'Returns',
    'Messages',
    'Customers',
    'User Reviews',
  ])
  await close()
})

/** Sets the second factor up on the page of one's account; returns the secret and the recovery codes. */
async function enrol(page: Page, account: Account, step: number) {
  await open(page, '/user')
  const panel = page.getByRole('region', { name: 'Second factor' })
  await panel.getByRole('button', { name: 'Set up' }).click()
  await confirmSession(page, account)
  await expect(panel.getByRole('img', { name: 'QR code of your second factor' })).toBeVisible()
  const app = await panel.getByRole('link', { name: 'open it in the app' }).getAttribute('href')
  const secret = new URL(app ?? '').searchParams.get('secret') ?? ''
  await expectSound(page)
  await panel.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, step))
  await panel.getByRole('button', { name: 'Turn on' }).click()
  await expect(panel.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
  const codes = await panel.getByRole('listitem').allTextContents()
  expect(new Set(codes).size).toBe(10)
  await expectSound(page)
  return { secret, codes }
}

/** Signs in with the password on another device, up to the question for a code. */
async function beginLogin(page: Page, account: Account) {
  await open(page, '/login')
  await logIn(page, account)
  await expect(page.getByText(/^Enter the code of your second factor/)).toBeVisible()
}

async function logInByRecovery(page: Page, account: Account, code: string) {
  await beginLogin(page, account)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Ends the other sessions on the page of one's account. */
async function endSessions(page: Page) {
  await page.reload()
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await sessions.getByRole('button', { name: 'Sign out all other devices' }).click()
  await question(page, 'Sign out?').getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, 'Signed out on the other devices.')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
}

/** Leaves the codes by the link to the home page, stays after the question, and says that they are saved. */
async function saveCodes(page: Page, [first = '']: string[]) {
  await page.getByRole('banner').getByRole('link', { name: 'Araliya' }).click()
  const leaving = question(page, 'Leave without your recovery codes?')
  await expectSound(page)
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(leaving).toBeHidden()
  await expect(page.getByText(first, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await expect(page.getByText(first, { exact: true })).toHaveCount(0)
}

test('a second factor is asked for, and a recovery code replaces it once', async ({ page, browser }) => {
  const account = await newStaff('manager')
  await begin(page, account)
  const step = stepNow()
  const { secret, codes } = await enrol(page, account, step)
  const [recovery = ''] = codes
  await saveCodes(page, codes)

  const { page: laptop, close } = await anotherDevice(browser)
  await beginLogin(laptop, account)
  await expectSound(laptop)
  // The code of the enrolment does not work twice.
  await laptop.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, step))
  await laptop.getByRole('button', { name: 'Continue' }).click()
  await expect(laptop.getByRole('textbox', { name: 'Code' })).toHaveAttribute('aria-invalid', 'true')
  await laptop.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, step + 1))
  await laptop.getByRole('button', { name: 'Continue' }).click()
  await expect(laptop).toHaveURL(/\/admin$/)

  const { page: tablet, close: closeTablet } = await anotherDevice(browser)
  await logInByRecovery(tablet, account, recovery)
  await expect(tablet).toHaveURL(/\/admin$/)
  await tablet.evaluate(() => localStorage.clear())
  await logInByRecovery(tablet, account, recovery)
  await expect(tablet.getByLabel('Recovery code')).toHaveAttribute('aria-invalid', 'true')
  await closeTablet()

  await endSessions(page)
  await laptop.goto('/admin')
  await expect(laptop).toHaveURL(/\/login/)
  await close()
})

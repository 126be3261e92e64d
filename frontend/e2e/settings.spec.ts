// The owner's settings: a zone with its rate reaches a shopper's quote, and a save over newer settings loses nothing.
import { call, ownerToken, SERUM } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, expectToast, open } from './watched-page'

type Settings = { version: number; cutOff: string; zones: { name: string }[] }
type Quote = { delivery: { method: string; charge: number; discount: number } | null }

const SAVED = 'Settings saved successfully!'
const show = async () => call<Settings>('GET', '/admin/settings/delivery', undefined, await ownerToken())
const put = async (body: object) => call('PUT', '/admin/settings/delivery', body, await ownerToken())

const chargeIn = async (district: string, quantity = 1) => {
  const body = { orderedItems: [{ productId: SERUM.productId, quantity }], district }
  return (await call<Quote>('POST', '/orders/quote', body)).delivery?.charge
}

// The tests change the settings of the one shop, which the last of them has as they were.
test.describe.configure({ mode: 'serial' })

let before: Settings
test.beforeAll(async () => {
  before = await show()
})
test.afterAll(async () => {
  await put({ ...before, version: (await show()).version })
})

test.beforeEach(async ({ page }) => {
  await begin(page, { token: await ownerToken() })
})

test('a zone with a rate is tried, saved by keyboard, and quoted to a shopper', async ({ page }) => {
  await open(page, '/admin/settings/delivery')
  await page.getByRole('button', { name: 'Add a zone' }).click()
  await page.getByLabel('Name', { exact: true }).fill('North')
  await page.getByLabel('Zone of Mullaitivu').selectOption('North')
  const zone = page.getByRole('region', { name: 'North', exact: true })
  await zone.getByLabel('Price by').first().selectOption('By weight')
  await zone.getByLabel('Price (LKR)').first().fill('512.50')
  await zone.getByLabel('Each further kg (LKR)').fill('100')
  const trial = page.getByRole('region', { name: 'What would a parcel cost?' })
  await trial.getByLabel('To').selectOption('Mullaitivu')
  await trial.getByLabel('Weight (g)').fill('1001')
  await expect(trial.getByText('LKR. 612.50')).toBeVisible()
  await expect(trial.getByText('Mullaitivu is in the zone North.')).toBeVisible()
  await expectSound(page)
  expect(await chargeIn('Mullaitivu'), 'nothing is saved yet').not.toBe(512.5)
  await page.getByRole('button', { name: 'Save', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expectToast(page, SAVED)
  await expectSound(page)
  expect(await chargeIn('Mullaitivu')).toBe(512.5)
  expect(await chargeIn('Jaffna')).not.toBe(512.5)
})

test('a save that is based on older settings is refused, and nothing that was typed is lost', async ({
  page,
}) => {
  await open(page, '/admin/settings/delivery')
  await page.getByLabel('Orders until').fill('12:30')
  const { version } = await show()
  await put({ version, holidays: ['2027-05-20'] })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'These settings have changed since you opened them' })
  await expect(notice).toBeFocused()
  await expect(notice.getByRole('row', { name: /^Holidays not changed by you 20 May 2027/ })).toBeVisible()
  await expect(page.getByLabel('Orders until')).toHaveValue('12:30')
  await expectSound(page)
  await notice.getByRole('button', { name: 'Save my changes' }).click()
  await expectToast(page, SAVED)
  expect(await show()).toMatchObject({ cutOff: '12:30', holidays: ['2027-05-20'] })
})

test('the pages of the settings are sound, also where something is wrong', async ({ page }) => {
  await open(page, '/admin/settings')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Payments/ })
    .click()
  await page.getByLabel('Offer bank transfer').check()
  await page.getByLabel('Bank', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Bank', { exact: true })).toBeFocused()
  await expectSound(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Delivery' }).click()
  await page.getByRole('button', { name: 'Add a courier' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText("Enter the courier's name")).toBeVisible()
  await expectSound(page)
})

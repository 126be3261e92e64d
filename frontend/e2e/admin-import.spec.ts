// A supplier's sheet of 5,000 rows. Runs after all other tests, as it leaves the products behind.
import type { Page } from '@playwright/test'
import { call, ownerToken, unique } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, open } from './watched-page'

test.beforeEach(async ({ page }) => begin(page, { token: await ownerToken() }))

const sheetOf = (rows: readonly string[]) => ({
  name: 'spring.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`productId,productName,altNames,price,stock\r\n${rows.join('\r\n')}\r\n`),
})

const chooseSheet = (page: Page, rows: readonly string[]) =>
  page.getByLabel('Choose a file').setInputFiles(sheetOf(rows))

/** On the page, which takes the focus there. */
async function expectVerdict(page: Page, text: string) {
  const report = page.getByRole('region', { name: 'What the file comes to' })
  await expect(report.getByText(text)).toBeVisible({ timeout: 60_000 })
  await expect(report).toBeFocused()
}

test('a sheet of 5,000 rows with three invalid ones changes nothing, and is imported without them', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const mark = unique()
  const rows = Array.from({ length: 5000 }, (_, index) => {
    const number = index + 1
    return `IMP-${mark}-${number},Sheet Balm ${mark} ${number},"අරලිය ${number}, Temple ${number}",1250,40`
  })
  const bad = rows
    .with(6, `IMP-${mark}-7,Sheet Balm,,,40`)
    .with(2499, `IMP-${mark}-2500,Sheet Balm,,12.5x,40`)
    .with(4999, `IMP-${mark}-5000,,,1250,-1`)
  await open(page, '/admin/products/import')
  await expectSound(page)
  await chooseSheet(page, bad)
  await expectVerdict(page, 'Nothing can be imported: 4 problems in 3 rows.')
  const problems = page.getByRole('table', { name: 'Problems' }).getByRole('row')
  await expect(problems).toHaveCount(5)
  await expect(problems.nth(1)).toContainText(`IMP-${mark}-7`)
  await expect(problems.nth(2)).toContainText('must be an amount such as 4500 or 4500.50')
  await expect(problems.nth(4)).toContainText('must be at least 0')
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeHidden()
  await expectSound(page)
  expect(await found(mark)).toBe(0)

  await page.getByRole('button', { name: 'Choose another file' }).click()
  await chooseSheet(page, rows)
  await expectVerdict(page, 'The file can be imported.')
  const seen = await watchProgress(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expectNoticeLong(page, 'The Products Were Imported Successfully')
  const texts = await seen()
  const written = texts.flatMap((text) => text.match(/Writing products: ([\d,]+) of 5,000/)?.[1] ?? [])
  expect(written.length, texts.join(' | ')).toBeGreaterThan(2)
  const counts = written.map((count) => Number(count.replaceAll(',', '')))
  expect(counts).toEqual([...counts].sort((a, b) => a - b))
  await expect(page.getByRole('region', { name: 'What the file comes to' })).toContainText('Added5,000')
  await expectSound(page)

  await open(page, `/admin/products?q=IMP-${mark}-4321`)
  await expect(page.getByRole('row').filter({ hasText: `IMP-${mark}-4321` })).toContainText('40')
  await chooseAgainUnchanged(page, rows)
})

/** The same sheet once more says what is there already. */
async function chooseAgainUnchanged(page: Page, rows: readonly string[]) {
  await open(page, '/admin/products/import')
  await chooseSheet(page, rows)
  await expectVerdict(page, 'There is nothing to import: the shop has all of this already.')
}

/** How many products of the sheet the shop has. */
async function found(mark: string): Promise<number> {
  return (await call<unknown[]>('GET', `/products/search/IMP-${mark}?limit=10`)).length
}

const expectNoticeLong = (page: Page, text: string) =>
  expect(page.getByLabel('Notices').getByText(text, { exact: true }).first()).toBeVisible({
    timeout: 120_000,
  })

/** Collects what the page says of its progress from now on. */
async function watchProgress(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => {
      const text = document.querySelector('main [role=status]')?.textContent ?? ''
      if (said.at(-1) !== text) said.push(text)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}

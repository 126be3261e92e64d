// Products in the back-office: stock, history, import, export and forms, on phone and desktop.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectNoticeText } from './messages'
import { call, newCustomer, ownerToken, removeProduct, unique } from './shop-api'
import { begin, expect, question, test } from './shop-test'
import { expectSound, open } from './watched-page'

test.beforeEach(async ({ page }) => begin(page, { token: await ownerToken() }))

/** A product with stock and a unique name, for one test. */
async function stocked(stock: number) {
  const mark = unique()
  const product = { productId: `STK-${mark}`, productName: `Stocked Balm ${mark}` }
  await call('POST', '/products', { ...product, price: 1200, stock }, await ownerToken())
  return product
}

const sheetOf = (rows: readonly string[]) => ({
  name: 'spring.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`productId,productName,altNames,price,stock\r\n${rows.join('\r\n')}\r\n`),
})

const chooseSheet = (page: Page, rows: readonly string[]) =>
  page.getByLabel('Choose a file').setInputFiles(sheetOf(rows))

const adjustDialog = (page: Page) => page.getByRole('dialog', { name: 'Adjust Stock' })

test('a stock is adjusted with a reason, by keyboard, and its history shows it', async ({ page }) => {
  const { productId, productName } = await stocked(10)
  await open(page, `/admin/products?q=${productId}`)
  const opener = page.getByRole('button', { name: `Adjust the stock of ${productName}` })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = adjustDialog(page)
  await expectSound(page)
  await dialog.getByLabel('Change', { exact: true }).focus()
  await page.keyboard.type('-3')
  await expect(dialog.getByRole('status')).toHaveText(/Now\s*10\s*After\s*7/)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.type('Two broke, one was stolen')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectNoticeText(page, 'The Stock Was Adjusted Successfully')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page.getByRole('row').filter({ hasText: productId })).toContainText('7')

  await opener.click()
  await dialog.getByRole('link', { name: 'Stock history' }).click()
  await expect(page.getByRole('heading', { name: 'Stock History' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Stock history' })
  await expect(table.getByRole('row').nth(1)).toContainText('Two broke, one was stolen')
  await expect(table.getByRole('row').nth(1)).toContainText('−3')
  await expect(table.getByRole('row').nth(2)).toContainText('Added with the product')
  await expectSound(page)
  await removeProduct(productId)
})

test('a stock that changed while the dialog was open is shown before it is adjusted', async ({ page }) => {
  const { productId, productName } = await stocked(10)
  await open(page, `/admin/products?q=${productId}`)
  await page.getByRole('button', { name: `Adjust the stock of ${productName}` }).click()
  const customer = await newCustomer()
  const order = {
    orderedItems: [{ productId, quantity: 2 }],
    name: 'Amaya Visitor',
    address: '14 Temple Road, Galle',
    phone: '+94 77 123 4567',
  }
  await call('POST', '/orders', order, customer.token)
  const dialog = adjustDialog(page)
  await dialog.getByRole('button', { name: 'One more' }).click()
  await dialog.getByLabel('Reason').fill('Found behind the shelf')
  await dialog.getByRole('button', { name: 'Adjust Stock' }).click()
  await expect(dialog.getByRole('alert')).toContainText('it was 10 and is 8 now')
  await expect(dialog.getByRole('status')).toHaveText(/Now\s*8\s*After\s*10/)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Adjust Stock' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: productId })).toContainText('10')
})

test('a long history is loaded in pages', async ({ page }) => {
  const { productId } = await stocked(100)
  const token = await ownerToken()
  for (let turn = 1; turn <= 52; turn++) {
    const adjustment = { delta: turn % 2 === 0 ? -1 : 1, reason: `Count no. ${turn}` }
    await call('POST', `/products/${productId}/stock`, adjustment, token)
  }
  await open(page, `/admin/products/stock?productId=${productId}`)
  const rows = page.getByRole('table', { name: 'Stock history' }).getByRole('row')
  await expect(page.getByText('Showing 50 of 53 changes')).toBeVisible()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('Showing 53 of 53 changes')).toBeVisible()
  await expect(rows.last()).toContainText('Added with the product')
  // The depth is in the address.
  await page.reload()
  await expect(page.getByText('Showing 53 of 53 changes')).toBeVisible()
  await removeProduct(productId)
})

test('a sheet with invalid rows changes nothing, and is imported without them', async ({ page }) => {
  const mark = unique()
  const rows = [1, 2, 3].map(
    (n) => `IMP-${mark}-${n},Sheet Balm ${mark} ${n},"අරලිය ${n}, Temple ${n}",1250,40`,
  )
  await open(page, '/admin/products/import')
  await expectSound(page)
  await chooseSheet(page, [...rows, `IMP-${mark}-4,Sheet Balm,,12.5x,-1`, `IMP-${mark}-1,,,,`])
  const report = page.getByRole('region', { name: 'What the file comes to' })
  await expect(report.getByText(/Nothing can be imported: \d problems in 2 rows\./)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Problems' })).toContainText('stands in row 2 already')
  await expectSound(page)
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await chooseSheet(page, rows)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expectNoticeText(page, 'The Products Were Imported Successfully')
  await expectSound(page)
  for (const n of [1, 2, 3]) await removeProduct(`IMP-${mark}-${n}`)
})

test('all products are exported for a spreadsheet, and imported unchanged', async ({ page }) => {
  await open(page, '/admin/products')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^products-\d{4}-\d{2}-\d{2}\.csv$/)
  const bytes = readFileSync(await file.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = bytes.toString('utf8')
  expect(text).toContain('"ARA-SER-001","Araliya Glow Serum",')
  expect(text.split('\r\n')[0]).toContain('productId,productName,brand,category,family,')
  await expectNoticeText(page, 'The Products Were Exported Successfully')
})

test('pictures are dropped, reordered and removed', async ({ page, isMobile }) => {
  const mark = unique()
  await open(page, '/admin/products/addProducts')
  const picture = (colour: string) =>
    page.evaluate(async (fill) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 100 })
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.fillStyle = fill
      context.fillRect(0, 0, 80, 100)
      return canvas.toDataURL('image/png')
    }, colour)
  const drop = await page.evaluateHandle(
    async (urls) => {
      const transfer = new DataTransfer()
      for (const [index, url] of urls.entries()) {
        const bytes = Uint8Array.from(atob(url.split(',')[1] ?? ''), (char) => char.charCodeAt(0))
        transfer.items.add(new File([bytes], `picture-${index}.png`, { type: 'image/png' }))
      }
      return transfer
    },
    [await picture('#9B2F4F'), await picture('#1F5E5B')],
  )
  const place = page.getByRole('region', { name: 'Drop pictures here' })
  await place.dispatchEvent('dragenter', { dataTransfer: drop })
  await place.dispatchEvent('drop', { dataTransfer: drop })
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem')
  await expect(pictures).toHaveCount(2)
  const addresses = () =>
    pictures.getByRole('img').evaluateAll((all) => all.map((img) => img.getAttribute('src')))
  const before = await addresses()
  if (isMobile) await page.getByRole('button', { name: 'Move picture 2 forward' }).click()
  else await pictures.nth(1).dragTo(pictures.nth(0))
  await expect.poll(addresses).toEqual([...before].reverse())
  await expectSound(page)
  await page.getByRole('button', { name: 'Remove picture 2' }).click()
  await expect(pictures).toHaveCount(1)

  await page.getByLabel('Product ID').fill(`PIC-${mark}`)
  await page.getByLabel('Product Name').fill(`Pictured Mist ${mark}`)
  await page.getByLabel('Price', { exact: true }).fill('1450')
  await page.getByLabel('Stock', { exact: true }).fill('0')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expectNoticeText(page, 'The Product Was Added Successfully')
  const saved = await call<{ images: string[] }>('GET', `/products/PIC-${mark}`)
  expect(saved.images).toHaveLength(1)
  await removeProduct(`PIC-${mark}`)
})

test('the form shows errors on the fields, and keeps the input', async ({ page }) => {
  await open(page, '/admin/products/addProducts')
  await page.getByLabel('Product ID').fill('export')
  await page.getByLabel('Product Name').fill('Reserved')
  await page.getByLabel('Price', { exact: true }).fill('100')
  await page.getByLabel('Last Price (sale price)').fill('200')
  await page.getByLabel('Stock', { exact: true }).fill('1.5')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByLabel('Product ID')).toHaveAccessibleDescription(/This ID is reserved/)
  await expect(page.getByLabel('Last Price (sale price)')).toHaveAccessibleDescription(
    /must not be above the price/,
  )
  await expect(page.getByLabel('Stock', { exact: true })).toHaveAccessibleDescription(/whole number/)
  await expect(page.getByLabel('Product ID')).toBeFocused()
  await expectSound(page)
  await page.goBack().catch(() => undefined)
})

test('search, filters, sort and loaded pages of the list are in its URL', async ({ page }) => {
  await open(page, '/admin/products')
  await page.getByRole('button', { name: 'Discounted' }).click()
  await page.getByLabel('Sort by').selectOption('-price')
  const answer = page.waitForResponse(/\/products\/search\/araliya\?(?=.*discounted=true)(?=.*sort=-price)/)
  await page.getByLabel('Search for products...').fill('araliya')
  await expect(page).toHaveURL(/show=discounted/)
  await expect(page).toHaveURL(/sort=-price/)
  await expect(page).toHaveURL(/q=araliya/)
  // The rows of the former list stay until the new ones are there.
  const found = (await (await answer).json()) as { productName: string }[]
  expect(found.length).toBeGreaterThan(0)
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(found.length + 1)
  await expect(rows.nth(1)).toContainText(found[0]?.productName ?? '')
  await expect(rows.last()).toContainText(found.at(-1)?.productName ?? '')
  const names = () => rows.allInnerTexts()
  const before = await names()
  await page.reload()
  await expect.poll(names).toEqual(before)
  await expect(page.getByLabel('Sort by')).toHaveValue('-price')
  await expectSound(page)
})

test('deleting asks first, and names the product', async ({ page }) => {
  const { productId, productName } = await stocked(1)
  await open(page, `/admin/products?q=${productId}`)
  const opener = page.getByRole('button', { name: `Delete ${productName}` })
  await opener.click()
  const dialog = question(page, 'Confirm Deletion')
  await expect(dialog).toContainText(`Are you sure you want to delete ${productName}?`)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(opener).toBeFocused()
  await removeProduct(productId)
})

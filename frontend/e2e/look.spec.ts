// The owner makes the shop their own: edits a draft, sees it in the preview, publishes it, and brings a former version back.
import { call, ownerToken } from './shop-api'
import { begin, expect, test } from './shop-test'
import { expectSound, expectToast, open } from './watched-page'

type Draft = { draft: Record<string, unknown>; revision: number; published: { version: number } | null }

const token = ownerToken
const draftOf = async (doc: string) => call<Draft>('GET', `/admin/content/${doc}`, undefined, await token())
const publish = async (doc: string) =>
  call('POST', `/admin/content/${doc}/publish`, { revision: (await draftOf(doc)).revision }, await token())
const save = async (doc: string, body: object) =>
  call('PUT', `/admin/content/${doc}`, { body, revision: (await draftOf(doc)).revision }, await token())
const shown = async (part: string) => (await call<Record<string, unknown>>('GET', '/content'))[part]

// The tests change the look of the one shop, which the last of them has as it was.
test.describe.configure({ mode: 'serial' })

const DOCUMENTS = ['footer', 'theme', 'home']
const before: Record<string, Record<string, unknown>> = {}
test.beforeAll(async () => {
  for (const doc of DOCUMENTS) before[doc] = (await draftOf(doc)).draft
})
test.afterAll(async () => {
  for (const doc of DOCUMENTS) {
    await save(doc, before[doc] ?? {})
    await publish(doc)
  }
})

test.beforeEach(async ({ page }) => {
  await begin(page, { token: await token() })
})

test('a draft is seen in the preview, published, compared and restored', async ({ page, isMobile }) => {
  await open(page, '/admin/look/footer')
  const delivery = page.getByRole('textbox', { name: /^Line about delivery/ })
  const preview = page.frameLocator('iframe[title="Preview of the shop"]')
  const look = async () =>
    isMobile && (await page.getByRole('button', { name: 'Preview', exact: true }).click())
  const edit = async () => isMobile && (await page.getByRole('button', { name: 'Edit', exact: true }).click())

  await delivery.fill('To every island')
  await look()
  await expect(preview.getByRole('contentinfo')).toContainText('To every island')
  await edit()
  await expectSound(page)
  expect(await shown('footer')).toEqual(before.footer)

  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'The draft is saved.')
  expect(await shown('footer'), 'a draft is nowhere').toEqual(before.footer)

  await page.getByRole('button', { name: 'Publish...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish: Footer' })
  await expect(dialog.getByRole('row', { name: /^Line about delivery .* To every island$/ })).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expectToast(page, 'Published. Visitors see it now.')
  expect(await shown('footer')).toEqual({ ...before.footer, delivery: 'To every island' })

  await delivery.fill('To the mainland')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'The draft is saved.')
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History: Footer' })
  const compare = history.getByRole('button', { name: /^Compare version \d+ with the draft$/ }).first()
  await compare.click()
  await expect(
    history.getByRole('row', { name: 'Line about delivery To every island To the mainland' }),
  ).toBeVisible()
  await expectSound(page)
  await history
    .getByRole('button', { name: /^Restore version/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expectToast(page, /The version is the draft now/)
  await expect(delivery).toHaveValue('To every island')
  expect((await draftOf('footer')).draft).toEqual({ ...before.footer, delivery: 'To every island' })
})

test('two editors: the second save shows both drafts, and loses nothing', async ({ page }) => {
  await open(page, '/admin/look/footer')
  await page.getByRole('textbox', { name: /^Line about delivery/ }).fill('Mine')
  const { draft } = await draftOf('footer')
  await save('footer', { ...draft, rights: 'Theirs' })
  await page.getByRole('button', { name: 'Save draft' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This draft has changed since you opened it' })
  await expect(notice).toBeFocused()
  await expect(
    notice.getByRole('row', { name: 'Line of the copyright not changed by you Theirs' }),
  ).toBeVisible()
  await expectSound(page)
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await expectToast(page, 'The draft is saved.')
  expect((await draftOf('footer')).draft).toMatchObject({ delivery: 'Mine', rights: 'Theirs' })
})

test('a colour that is hard to read is replaced with one press', async ({ page, isMobile }) => {
  await open(page, '/admin/look/theme')
  const accent = page.getByRole('textbox', { name: 'Accent', exact: true })
  await accent.fill('#ffb3c1')
  await expect(page.getByRole('heading', { name: 'Something is hard to read' })).toBeVisible()
  await expectSound(page)
  await page
    .getByRole('button', { name: /^Use #[0-9a-f]{6} instead$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Everything can be read' })).toBeVisible()
  const chosen = await accent.inputValue()
  if (isMobile) await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const frame = page.frameLocator('iframe[title="Preview of the shop"]')
  const colour = () =>
    frame.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--color-lotus').trim())
  await expect.poll(colour).toBe(chosen)
})

test('the sections of the home page are moved by keyboard, and texts are formatted', async ({ page }) => {
  await open(page, '/admin/look/home')
  const down = page.getByRole('button', { name: 'Move Large pictures down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(down).toBeFocused()
  await page.getByRole('switch', { name: 'Show Partners' }).click()
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('Our story')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await page.keyboard.type('We began by the sea.')
  await page.getByRole('button', { name: 'Heading', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Heading', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectSound(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'The draft is saved.')
  const sections = (await draftOf('home')).draft.sections as { kind: string; isShown: boolean }[]
  expect(sections.slice(0, 2).map(({ kind }) => kind)).toEqual(['title', 'hero'])
  expect(sections.find(({ kind }) => kind === 'partners')?.isShown).toBe(false)
  expect(sections.at(-1)).toMatchObject({
    heading: 'Our story',
    body: {
      content: [{ type: 'heading', attrs: { level: 2 }, content: [{ text: 'We began by the sea.' }] }],
    },
  })
})

test('a page is added, written, published and seen', async ({ page }, { project }) => {
  const title = `Our story on a ${project.name}`
  await open(page, '/admin/look/pages')
  await page.getByRole('button', { name: 'New page' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('button', { name: 'Add the page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const path = `/pages/our-story-on-a-${project.name}`
  expect((await page.request.get(path)).status()).toBe(404)
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.type('We began by the sea.')
  await expectSound(page)
  await page.getByRole('button', { name: 'Publish...' }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expectToast(page, 'Published. Visitors see it now.')
  await open(page, path)
  await expect(page.getByRole('main')).toContainText('We began by the sea.')
})

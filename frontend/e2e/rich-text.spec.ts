// The editor of formatted texts in a real browser, whose policy for styles jsdom does not have.
import { newOwnerSession } from './shop-api'
import { begin, expect, test } from './shop-test'
import { open } from './watched-page'

/** As Google Docs puts it on the clipboard: all of it in a `b` that is not bold. */
const FROM_GOOGLE_DOCS = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"
style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;font-style:normal;">We deliver to </span><span
style="font-size:11pt;font-weight:700;font-style:normal;">every district</span><span
style="font-size:11pt;font-weight:400;font-style:italic;"> by courier.</span></p></b>`

test('text pasted from a word processor is bold and italic where it was', async ({ page }) => {
  await begin(page, { token: await newOwnerSession() })
  await open(page, '/admin/look/contact')
  const editor = page.locator('[contenteditable=true][aria-multiline=true]')
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await editor.evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    clipboardData.setData('text/plain', 'We deliver to every district by courier.')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, FROM_GOOGLE_DOCS)
  await expect(editor).toHaveText('We deliver to every district by courier.')
  await expect(editor.locator('strong')).toHaveText(['every district'])
  await expect(editor.locator('em')).toHaveText([' by courier.'])
})

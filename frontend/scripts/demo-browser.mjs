// A browser in the demo shop at E2E_BASE_URL, for screenshots.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const base = process.env.E2E_BASE_URL
const { admin_password, customer_password } = JSON.parse(
  readFileSync(join(process.env.E2E_DATA_DIR, 'demo.json'), 'utf8'),
)
export const owner = { email: 'owner@araliya.example', password: admin_password }
export const customer = { email: 'nadeesha.perera@example.com', password: customer_password }

/** The token of a new session. */
async function tokenOf(account) {
  const answer = await fetch(`${base}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!answer.ok) throw new Error(`${account.email} cannot sign in: ${answer.status}`)
  return (await answer.json()).token
}

/** A page of this size, with a session and a cart. */
export async function pageOf(browser, { width, height, as, cart }) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' })
  const token = as && (await tokenOf(as))
  await context.addInitScript(
    ([signedIn, inCart]) => {
      if (signedIn) localStorage.setItem('token', signedIn)
      if (inCart && localStorage.getItem('cart') === null) localStorage.setItem('cart', inCart)
    },
    [token ?? null, cart ? JSON.stringify(cart) : null],
  )
  return context.newPage()
}

// Creates the accounts, products and orders of a test through the API.
import { randomUUID } from 'node:crypto'
import { demoAccounts } from './demo-accounts'

export type Account = { email: string; password: string; token: string }
export type Line = { productId: string; quantity: number }

const BASE = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080'
const PASSWORD = 'a long enough secret'

/** A text that is different for every test, worker and run. */
export const unique = (): string => randomUUID().slice(0, 8)

/** Calls the API and returns the answer; throws unless it succeeds. */
export async function call<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const answer = await fetch(`${BASE}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Logs an account in and returns the token. */
export async function tokenOf(account: { email: string; password: string }): Promise<string> {
  return (await call<{ token: string }>('POST', '/users/login', account)).token
}

let owner: Promise<string> | undefined
/** The owner's session, one for each worker: never log it out, and never confirm it. */
export function ownerToken(): Promise<string> {
  owner ??= tokenOf(demoAccounts().owner)
  return owner
}

/** A session of the owner for one test, not confirmed yet. */
export const newOwnerSession = (): Promise<string> => tokenOf(demoAccounts().owner)

/** A session of the owner for one test, confirmed with the password. */
export async function confirmedOwnerSession(): Promise<string> {
  const token = await newOwnerSession()
  const { password } = demoAccounts().owner
  await call('POST', '/users/confirm', { password }, token)
  return token
}

/** Registers a customer for one test and logs them in. */
export async function newCustomer(): Promise<Account> {
  const account = { email: `visitor-${unique()}@example.com`, password: PASSWORD }
  await call('POST', '/users', { firstName: 'Amaya', lastName: 'Visitor', ...account })
  return { ...account, token: await tokenOf(account) }
}

/** A member of staff who accepted an invitation to this role. */
export async function newStaff(role: string): Promise<Account> {
  const token = await confirmedOwnerSession()
  const account = { email: `staff-${unique()}@example.com`, password: PASSWORD }
  const invitation = { email: account.email, role }
  const { link } = await call<{ link: string }>('POST', '/admin/staff/invitations', invitation, token)
  const names = { firstName: 'Kumari', lastName: 'Helper' }
  const accepted = { token: link.split('#token=')[1], password: PASSWORD, ...names }
  return { ...account, token: (await call<{ token: string }>('POST', '/staff/accept', accepted)).token }
}

/** Creates a product for one test; out of stock by default, so that no other test puts it into a cart. */
export async function newProduct(fields: { price?: number; stock?: number } = {}) {
  const mark = unique()
  const product = { productId: `TST-${mark}`, productName: `Trial Balm ${mark}` }
  await call('POST', '/products', { ...product, price: 1200, stock: 0, ...fields }, await ownerToken())
  return product
}

export const removeProduct = async (productId: string) =>
  call('DELETE', `/products/${productId}`, undefined, await ownerToken())

export const SERUM = { productId: 'ARA-SER-001', productName: 'Araliya Glow Serum' }

/** Puts a serum back on the shelf for one that a test orders: all tests share the demo shop's stock. */
export const restockSerum = async () =>
  call(
    'POST',
    `/products/${SERUM.productId}/stock`,
    { delta: 1, reason: 'For a test order' },
    await ownerToken(),
  )

/** Orders `line`, by default one serum, with more fields of the request; returns the order's number. */
export async function newOrder(
  { token }: Account,
  line: Line = { productId: SERUM.productId, quantity: 1 },
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = {
    ...more,
    orderedItems: [line],
    name: 'Amaya Visitor',
    address: '14 Temple Road, Galle',
    phone: '+94 77 123 4567',
  }
  if (line.productId === SERUM.productId) await restockSerum()
  return (await call<{ order: { orderId: string } }>('POST', '/orders', body, token)).order.orderId
}

/** Creates a review of the account; returns its id. */
export async function newReview({ token }: Account, comment: string): Promise<string> {
  const answer = await call<{ review: { _id: string } }>('POST', '/reviews', { rating: 4, comment }, token)
  return answer.review._id
}

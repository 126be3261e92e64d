// Makes a new shop the one of the handbook's pictures: sample data under names that stand for any shop.

const PASSWORD = 'a quiet morning at the shop'
const OWNER = {
  firstName: 'Nimali',
  lastName: 'Perera',
  email: 'owner@your-shop.example',
  password: PASSWORD,
}
const STAFF = [
  ['manager', 'Kasun', 'Fernando'],
  ['fulfilment', 'Dilani', 'Silva'],
  ['support', 'Rizwan', 'Cader'],
  ['content', 'Meena', 'Rajan'],
]
/** The newest customers, so that their list begins with them and not with the staff. */
const CUSTOMERS = [
  ['Anoma', 'Gunawardena'],
  ['Farhan', 'Mohideen'],
  ['Sanduni', 'Peiris'],
  ['Kavitha', 'Selvam'],
  ['Lahiru', 'Wijesinghe'],
  ['Ruwani', 'Jayasuriya'],
  ['Tharaka', 'Bandara'],
]
/** Sample products that are copied to the top of the list, under the IDs and names of any shop; the last one is the first there. */
const COPIED = [
  ['ARA-MST-001', 'MIST-100ML', 'Lotus Face Mist'],
  ['ARA-CLN-002', 'WASH-150ML', 'Foaming Face Wash'],
  ['ARA-CLN-001', 'MILK-120ML', 'Coconut Cream Cleanser'],
  ['ARA-CRM-001', 'BALM-40G', 'Neem Night Balm'],
  ['ARA-SER-002', 'OIL-30ML', 'Gotu Kola Night Oil'],
  ['ARA-SER-001', 'SERUM-30ML', 'Glow Serum'],
]

/** Calls the API and returns the answer; throws unless it succeeds. */
async function call(url, method, path, { body, token } = {}) {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  // The last line is the answer; a set-up tells of its steps before it.
  return JSON.parse(text.trimEnd().split('\n').at(-1))
}

async function inviteStaff(url, token) {
  await call(url, 'POST', '/users/confirm', { token, body: { password: PASSWORD } })
  for (const [role, firstName, lastName] of STAFF) {
    const email = `${firstName.toLowerCase()}@your-shop.example`
    const { link } = await call(url, 'POST', '/admin/staff/invitations', { token, body: { email, role } })
    const accepted = { token: link.split('#token=')[1], password: PASSWORD, firstName, lastName }
    await call(url, 'POST', '/staff/accept', { body: accepted })
  }
}

async function registerCustomers(url) {
  for (const [firstName, lastName] of CUSTOMERS) {
    const email = `${firstName}.${lastName}@example.com`.toLowerCase()
    await call(url, 'POST', '/users', { body: { firstName, lastName, email, password: PASSWORD } })
  }
}

async function copyProducts(url, token) {
  for (const [id, productId, productName] of COPIED) {
    const { price, lastPrice, stock, images, category } = await call(url, 'GET', `/products/${id}`)
    const body = { productId, productName, price, lastPrice, stock, images, category }
    await call(url, 'POST', '/products', { token, body })
  }
}

/** Sets the shop up; returns its owner's token. */
export async function fillShop({ url, link }) {
  const setup = { token: link.split('#token=')[1], shopName: 'Your shop', owner: OWNER, data: 'demo' }
  const { token } = await call(url, 'POST', '/setup', { body: setup })
  await inviteStaff(url, token)
  await registerCustomers(url)
  await copyProducts(url, token)
  return token
}

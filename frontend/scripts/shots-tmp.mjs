import { mkdirSync } from 'node:fs'
import { base, customer, launch, owner, pageOf } from './demo-browser.mjs'
mkdirSync('/tmp/shots', { recursive: true })
const wanted = process.argv.slice(2)
const api = async (method, path, body, token) => {
  const r = await fetch(`${base}/api${path}`, { method, headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }, ...(body && { body: JSON.stringify(body) }) })
  const t = await r.text(); if (!r.ok) console.log(method, path, r.status, t.slice(0, 400)); return t ? JSON.parse(t) : null
}
const login = async (a) => (await api('POST', '/users/login', a)).token
for (let i = 0; i < 60; i++) { if ((await fetch(base)).status === 200) break; await new Promise(r => setTimeout(r, 1000)) }
console.log('home', (await fetch(base)).status)
const token = await login(owner)
console.log('before', JSON.stringify((await api('GET', '/admin/promotions', undefined, token))?.map(p => [p.name, p.state, p.code])))
const mk = (b) => api('POST', '/admin/promotions', { active: true, ...b }, token)
const facets = await api('GET', '/products/facets')
const product = await api('GET', '/products/ARA-SER-001')
console.log(product.brand, product.category)
await mk({ name: 'Free delivery', kind: 'automatic', benefit: 'freeDelivery', minSpend: 9500 })
await mk({ name: `${product.brand} week`, kind: 'automatic', benefit: 'percent', value: 10, brands: [product.brand], endsAt: '2026-12-31', maxDiscount: 1000 })
await mk({ name: 'Lips for three', kind: 'automatic', benefit: 'buyGet', buy: 2, get: 1, categories: [(await api('GET', '/products/ARA-LIP-002')).category] })
await mk({ name: 'Spend and save', kind: 'automatic', benefit: 'steps', steps: [{ from: 20000, percent: 12 }, { from: 30000, percent: 15 }] })
await mk({ name: 'Welcome', kind: 'coupon', code: 'HELLO15', benefit: 'percent', value: 15, usageLimit: 100 })
await mk({ name: 'Small coupon', kind: 'coupon', code: 'LITTLE', benefit: 'percent', value: 1 })
await mk({ name: 'Vesak', kind: 'coupon', code: 'VESAK26', benefit: 'fixed', value: 500, startsAt: '2027-05-01', endsAt: '2027-05-31' })
await mk({ name: 'Old sale', kind: 'automatic', benefit: 'percent', value: 20, startsAt: '2026-10-01', endsAt: '2026-10-31' })
const settings = await api('GET', '/admin/settings/delivery', undefined, token)
const rates = settings.rates.map(r => r.method === 'standard' ? { ...r, tariff: { kind: 'flat', amount: 350 } } : r)
await api('PUT', '/admin/settings/delivery', { version: settings.version, rates }, token)
const cust = await login(customer)
const placed = await api('POST', '/orders', { orderedItems: [{ productId: 'ARA-SER-001', quantity: 2 }, { productId: 'ARA-LIP-002', quantity: 1 }], name: 'Nadeesha Perera', address: '12 Flower Road, Colombo', phone: '0771234567', couponCode: 'hello15', district: 'Colombo', deliveryAddress: { line1: '12 Flower Road', city: 'Colombo', district: 'Colombo' } }, cust)
const orderId = placed?.order?.orderId
console.log('order', orderId, JSON.stringify(placed?.order?.promotions), JSON.stringify(placed?.order?.explanation))
const all = await api('GET', '/admin/promotions', undefined, token)
const welcome = all.find(p => p.code === 'HELLO15')
const cart = [{ productId: 'ARA-SER-001', quantity: 2 }, { productId: 'ARA-LIP-002', quantity: 1 }]
const put = (page, code) => page.addInitScript((c) => localStorage.setItem('coupon', c), code)
const P = {
  'cart-idle': { path: '/cart', cart, do: async p => { await p.getByText('Have a coupon?').click(); await p.getByText('Explain this total').click() } },
  'cart-applied': { path: '/cart', cart, coupon: 'HELLO15', do: p => p.getByText('Explain this total').click() },
  'cart-refused': { path: '/cart', cart, coupon: 'NOPE' },
  'cart-beaten': { path: '/cart', cart, coupon: 'LITTLE' },
  'shipping': { path: '/cart', cart, coupon: 'HELLO15', as: customer, do: async p => { await p.getByText('Proceed to Checkout').filter({ visible: true }).first().click(); await p.waitForTimeout(2500) } },
  'home-link': { path: '/?coupon=hello15', view: true, do: async p => { console.log(p.url()) } },
  'products': { path: '/products', view: true },
  'product': { path: '/products/productinfo/ARA-LIP-002', view: true },
  'order': { path: `/orders/${orderId}`, as: customer, do: p => p.getByText('Explain this total').click() },
  'admin-list': { path: '/admin/promotions', as: owner },
  'admin-new': { path: '/admin/promotions/new', as: owner },
  'admin-form': { path: `/admin/promotions/${welcome?.promotionId}`, as: owner },
  'admin-order': { path: `/admin/orders?view=${orderId}`, as: owner, view: true, do: async p => { await p.getByText('Total', { exact: true }).last().scrollIntoViewIfNeeded() } },
}
const browser = await launch()
for (const [name, s] of Object.entries(P)) {
  if (wanted.length && !wanted.some(w => name.startsWith(w))) continue
  for (const [w, h] of [[390, 844], [1440, 900]]) {
    const page = await pageOf(browser, { width: w, height: h, as: s.as, cart: s.cart })
    page.on('pageerror', e => console.log(name, 'ERROR', e.message))
    page.on('console', m => m.type() === 'error' && console.log(name, 'console', m.text().slice(0, 200)))
    if (s.coupon) await put(page, s.coupon)
    try {
      await page.goto(base + s.path, { waitUntil: 'networkidle' }); await page.waitForTimeout(1200)
      await s.do?.(page); await page.waitForTimeout(900)
      const over = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      if (over) console.log(name, w, 'OVERFLOWS')
    } catch (e) { console.log(name, w, String(e).slice(0, 300)) }
    await page.screenshot({ path: `/tmp/shots/${name}-${w}.png`, fullPage: !s.view })
    await page.context().close()
  }
}
await browser.close()

// Every page of the shop and the back-office (spec.md §2), and the links between them.
import { ownerToken, SERUM } from './shop-api'
import { begin, expect, test } from './shop-test'
import { type Content, expectContent, expectSound, open } from './watched-page'

type Row = Content & { path: string }

const SHOP: readonly Row[] = [
  {
    path: '/',
    title: 'Araliya — Cosmetics and perfumes, island-wide',
    h1: 'Beauty that grows here',
    shows: [
      'Featured Deals',
      'Why Choose Us',
      'Our Trusted Partners',
      'Customer Reviews',
      'View All Products',
    ],
  },
  { path: '/products', title: 'Products — Araliya', h1: 'Products', shows: [/^View Details/] },
  {
    path: `/products/productinfo/${SERUM.productId}`,
    title: `${SERUM.productName} — Araliya`,
    h1: SERUM.productName,
    shows: ['In Stock', 'Add To Cart', 'Buy Now', 'Description'],
  },
  {
    path: '/products/productinfo/no-such-product',
    title: 'Product not found — Araliya',
    h1: 'Oops! This Product is Missing',
    shows: ['404', 'Back to Products'],
  },
  { path: '/cart', title: 'Cart — Araliya', h1: 'Cart', shows: ['Your cart is empty.'] },
  {
    path: '/contact',
    title: 'Contact — Araliya',
    h1: 'Contact',
    shows: ['Store Details', 'Get in Touch', 'Send Message', 'About Us', 'Monday to Friday, 9 AM to 6 PM'],
  },
  {
    path: '/login',
    title: 'Login — Araliya',
    h1: 'Welcome Back',
    shows: ['Forgot password?', 'Login to your account', 'Create an account'],
  },
  { path: '/register', title: 'Create Account — Araliya', h1: 'Create Account', shows: ['Sign in'] },
  { path: '/forgot-password', title: 'Forgot password? — Araliya', h1: 'Forgot password?' },
  { path: '/reset-password', title: 'Set a new password — Araliya', h1: 'Set a new password' },
  { path: '/verify-email', title: 'Confirm your email — Araliya', h1: 'Confirm your email' },
  { path: '/accept-invitation', title: 'Accept your invitation — Araliya', h1: 'Accept your invitation' },
  { path: '/sessions-ended', title: 'Was this not you? — Araliya', h1: 'Was this not you?' },
  { path: '/setup', title: 'Set up your shop — Araliya', h1: 'Set up your shop' },
  { path: '/no/such/page', title: 'Page not found — Araliya', h1: '404 Error - Page Not Found' },
]

const OFFICE: readonly Row[] = [
  {
    path: '/admin',
    title: 'Dashboard — Araliya',
    h1: 'Dashboard',
    shows: ['User Activity', 'Revenue & Financial Overview', 'Inventory & Stock Alerts', 'View All Orders'],
  },
  { path: '/admin/dashboard', title: 'Dashboard — Araliya', h1: 'Dashboard' },
  {
    path: '/admin/products',
    title: 'Admin Products Page — Araliya',
    h1: 'Admin Products Page',
    shows: ['Add Product'],
  },
  { path: '/admin/products/addProducts', title: 'Add Product — Araliya', h1: 'Add Product' },
  {
    path: `/admin/products/updateProducts?product=${SERUM.productId}`,
    title: 'Update Product — Araliya',
    h1: 'Update Product',
    shows: ['The ID cannot be changed.'],
  },
  {
    path: '/admin/products/import',
    title: 'Import Products — Araliya',
    h1: 'Import Products',
    shows: ['How the file is read'],
  },
  {
    path: `/admin/products/stock?productId=${SERUM.productId}`,
    title: 'Stock History — Araliya',
    h1: 'Stock History',
    // Its first movement may be on a later page: every test sells this product.
    shows: ['Adjust Stock', /^Showing .+ changes$/],
  },
  {
    path: '/admin/promotions',
    title: 'Promotions — Araliya',
    h1: 'Promotions',
    shows: ['Add a promotion'],
  },
  {
    path: '/admin/promotions/new',
    title: 'New promotion — Araliya',
    h1: 'New promotion',
    shows: ['What it takes off', 'What a customer sees', 'Add the promotion'],
  },
  { path: '/admin/orders', title: 'Admin Orders Page — Araliya', h1: 'Admin Orders Page' },
  { path: '/admin/calls', title: 'Calls before packing — Araliya', h1: 'Calls before packing' },
  { path: '/admin/payments', title: 'Payments to check — Araliya', h1: 'Payments to check' },
  {
    path: '/admin/returns',
    title: 'Returns — Araliya',
    h1: 'Returns',
    shows: [/^To judge/, /^On their way back/],
  },
  { path: '/admin/refunds', title: 'Refunds — Araliya', h1: 'Refunds' },
  { path: '/admin/attention', title: 'Attention — Araliya', h1: 'Attention' },
  { path: '/admin/messages', title: 'Messages — Araliya', h1: 'Messages' },
  { path: '/admin/customers', title: 'Customers — Araliya', h1: 'Customers' },
  { path: '/admin/reviews', title: 'User Reviews — Araliya', h1: 'User Reviews' },
  {
    path: '/admin/mails',
    title: 'Mails — Araliya',
    h1: 'Mails',
    shows: ['To the shop', 'Phone', 'Computer', 'Text only'],
  },
  {
    path: '/admin/look',
    title: 'Look — Araliya',
    h1: 'Look',
    shows: ['Identity', 'Colours', 'Home page', 'Footer', 'Contact page', 'Announcement', 'Pages'],
  },
  {
    path: '/admin/look/identity',
    title: 'Identity — Araliya',
    h1: 'Identity',
    shows: ['Name of the shop', 'Place on the map'],
  },
  { path: '/admin/look/theme', title: 'Colours — Araliya', h1: 'Colours', shows: ['Everything can be read'] },
  {
    path: '/admin/look/home',
    title: 'Home page — Araliya',
    h1: 'Home page',
    shows: ['Large pictures', 'Tips'],
  },
  { path: '/admin/look/footer', title: 'Footer — Araliya', h1: 'Footer', shows: ['Links', 'Credit'] },
  { path: '/admin/look/contact', title: 'Contact page — Araliya', h1: 'Contact page', shows: ['Save draft'] },
  {
    path: '/admin/look/announcement',
    title: 'Announcement — Araliya',
    h1: 'Announcement',
    shows: ['Save draft'],
  },
  {
    path: '/admin/look/pages',
    title: 'Pages — Araliya',
    h1: 'Pages',
    shows: ['Pages that every shop needs', 'Privacy', 'Your own pages'],
  },
  {
    path: '/admin/look/pages/terms',
    title: 'Terms of sale — Araliya',
    h1: 'Terms of sale',
    shows: ['Save draft'],
  },
  { path: '/admin/staff', title: 'Staff — Araliya', h1: 'Staff', shows: ['Open invitations'] },
  { path: '/admin/audit', title: 'Audit log — Araliya', h1: 'Audit log' },
  {
    path: '/admin/settings',
    title: 'Settings — Araliya',
    h1: 'Settings',
    shows: ['Delivery', 'Payments', 'Orders'],
  },
  {
    path: '/admin/settings/delivery',
    title: 'Delivery settings — Araliya',
    h1: 'Delivery settings',
    shows: ['Methods', 'Zones and rates', 'Days and times', 'What would a parcel cost?'],
  },
  {
    path: '/admin/settings/payments',
    title: 'Payment settings — Araliya',
    h1: 'Payment settings',
    shows: ['Cash on delivery', 'Bank transfer', 'Card or wallet'],
  },
  {
    path: '/admin/settings/orders',
    title: 'Order settings — Araliya',
    h1: 'Order settings',
    shows: ['Time to pay', 'Returns'],
  },
  {
    path: '/admin/settings/tax',
    title: 'Tax settings — Araliya',
    h1: 'Tax settings',
    shows: ['VAT', 'The shop is registered for VAT'],
  },
  {
    path: '/admin/settings/mails',
    title: 'Mail settings — Araliya',
    h1: 'Mail settings',
    shows: ['Mails to customers', 'Order placed'],
  },
  {
    path: '/admin/settings/security',
    title: 'Security settings — Araliya',
    h1: 'Security settings',
    shows: ['Who needs a second factor'],
  },
  {
    path: '/admin/settings/backups',
    title: 'Backups — Araliya',
    h1: 'Backups',
    shows: ['No backups are made'],
  },
  { path: '/admin/no/such/page', title: 'Page not found — Araliya', h1: '404 Error - Page Not Found' },
]

for (const row of SHOP) {
  test(`the shop: ${row.path}`, async ({ page }) => {
    await open(page, row.path)
    await expectContent(page, row)
    await expect(page.getByRole('contentinfo')).toContainText('All rights reserved.')
    await expectSound(page)
  })
}

for (const row of OFFICE) {
  test(`the back-office: ${row.path}`, async ({ page }) => {
    await begin(page, { token: await ownerToken() })
    await open(page, row.path)
    await expectContent(page, row)
    // Charts and rows appear after the title.
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await expectSound(page)
  })
}

test('the back-office’s links open their pages', async ({ page, isMobile }) => {
  await begin(page, { token: await ownerToken() })
  await open(page, '/admin')
  const pages = [
    ['Products', 'Admin Products Page'],
    ['Orders', 'Admin Orders Page'],
    ['Customers', 'Customers'],
    ['User Reviews', 'User Reviews'],
    ['Dashboard', 'Dashboard'],
  ] as const
  for (const [label, h1] of pages) {
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
    await page
      .getByRole('navigation', { name: 'Back-office' })
      .getByRole('link', { name: label, exact: true })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: h1, exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

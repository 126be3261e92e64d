import { defineConfig } from '@playwright/test'

// Tests whose outcome does not depend on the width of the window run in one kind of it. They drive forms, sessions, mails, headers and
// sentences, and look at no layout: routes.spec looks at each of their pages in both kinds.
const OF_SHOPPERS =
  /messages-(account|shopping|reviews)|drafts|early-clicks|google-sign-in|password-reset|policy|preview-frame|verify-email/
const OF_STAFF = /messages-(access|admin)|server-rendering|themes/
// They change what other tests see, and run after them.
const ALONE = /admin-import|settings|content\.spec|look\.spec/

// The tests run against a shop that is already up: E2E_BASE_URL says where.
export default defineConfig({
  testDir: 'e2e',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // Small machines that build at the same time are slow, not wrong; a second try is reported as flaky.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.CI ? 'dot' : 'list',
  use: {
    baseURL: process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080',
    // A trace of every test cost a fifth of all processor time. Without a second try: npx playwright test --trace on.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
  },
  projects: [
    {
      name: 'phone',
      // The own shop's test opens both kinds of windows itself.
      testIgnore: [ALONE, OF_STAFF, /own-shop/],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: [ALONE, OF_SHOPPERS],
      use: { viewport: { width: 1440, height: 900 } },
    },
    // Changes the rates, which the other tests' orders are priced with.
    {
      name: 'settings',
      testMatch: /settings/,
      dependencies: ['phone', 'desktop'],
      use: { viewport: { width: 1440, height: 900 } },
    },
    // Publishes texts and colours, which every other test would see.
    {
      name: 'content',
      testMatch: /content\.spec/,
      dependencies: ['settings'],
      fullyParallel: false,
      workers: 1,
    },
    // Publishes other texts and colours, which the other tests' pages would show; one after the other, for both kinds of windows.
    {
      name: 'look',
      testMatch: /look\.spec/,
      dependencies: ['content'],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'look-phone',
      testMatch: /look\.spec/,
      dependencies: ['look'],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // Leaves 5,000 products behind.
    {
      name: 'large',
      testMatch: /admin-import/,
      dependencies: ['look-phone'],
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})

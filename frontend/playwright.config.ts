import { defineConfig } from '@playwright/test'

// Tests whose outcome does not depend on the width of the window run in one kind of it. They drive forms, sessions, mails, headers and
// sentences, and look at no layout: routes.spec looks at each of their pages in both kinds.
const ON_PHONES =
  /messages-(account|shopping|reviews)|drafts|early-clicks|endurance|google-sign-in|password-reset|policy|preview-frame|packing-queue|parcel-tracking|verify-email/
const ON_DESKTOPS = /messages-(access|admin)|server-rendering|themes/
// Single tests of one kind have its tag: those that set the widths themselves, and what staff do in dialogs that admin-dialogs and
// main-job open in both kinds.
const TAGGED_PHONE = /@phone/
const TAGGED_DESKTOP = /@desktop/
// They change what other tests see: playwright.alone.config.ts.
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
      testIgnore: [ALONE, ON_DESKTOPS, /own-shop/],
      grepInvert: TAGGED_DESKTOP,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: [ALONE, ON_PHONES],
      grepInvert: TAGGED_PHONE,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})

import { defineConfig } from '@playwright/test'
import shared from './playwright.config'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

// What changes rates, texts and colours for every page of the shop: one project after the other, in a shop that no other test uses.
export default defineConfig({
  ...shared,
  outputDir: 'test-results-alone',
  workers: 1,
  projects: [
    { name: 'settings', testMatch: /settings/, use: desktop },
    { name: 'content', testMatch: /content\.spec/, dependencies: ['settings'] },
    { name: 'look', testMatch: /look\.spec/, dependencies: ['content'], use: desktop },
    { name: 'look-phone', testMatch: /look\.spec/, dependencies: ['look'], use: phone },
    // Leaves 5,000 products behind.
    { name: 'large', testMatch: /admin-import/, dependencies: ['look-phone'], use: desktop },
  ],
})

import type { Page } from '@playwright/test'

export function walkDown(page: Page): Promise<void>

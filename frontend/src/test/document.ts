// The page of a document of the shop's content: its controls, and an owner who opens it.
import { screen, within } from '@testing-library/react'
import { asOwner } from './admin'
import { DEFAULTS } from './look'
import type { renderApp } from './render-app'

type User = ReturnType<typeof renderApp>['user']

export const FOOTER = DEFAULTS.footer
export const delivery = () => screen.findByRole('textbox', { name: /^Line about delivery/ })
export const save = () => screen.getByRole('button', { name: 'Save draft' })
export const publish = () => screen.getByRole('button', { name: 'Publish...' })

export async function retype(user: User, text: string) {
  const field = await delivery()
  await user.clear(field)
  if (text !== '') await user.type(field, text)
}

/** The rows of a table as texts. */
export const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))

/** Signs an owner in before each test of the file. */
export const onDocumentPage = (): void => asOwner(() => import('@/features/admin-content/document-page'))

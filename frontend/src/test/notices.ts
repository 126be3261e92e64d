import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** The texts of the visible notices, each once. */
const noticed = (): (string | null | undefined)[] =>
  screen
    .queryAllByRole('button', { name: 'Dismiss', hidden: true })
    .map((button) => button.parentElement?.querySelector('p')?.textContent)

/** Waits for exactly one notice with this text. */
export async function expectNotice(text: string): Promise<void> {
  await waitFor(() => expect(noticed().filter((notice) => notice === text)).toHaveLength(1))
}

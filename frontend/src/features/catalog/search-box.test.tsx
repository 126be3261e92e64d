import { act, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { SearchBox } from './search-box'

afterEach(() => document.body.replaceChildren())

it('searches for text that was typed before hydration', async () => {
  const onAsk = vi.fn()
  const box = (
    <StrictMode>
      <SearchBox query="" busy={false} onAsk={onAsk} />
    </StrictMode>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(box)
  document.body.append(root)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search for products' })
  input.value = 'oil'
  const app = await act(async () => hydrateRoot(root, box))
  await waitFor(() => expect(onAsk).toHaveBeenCalledExactlyOnceWith('oil'))
  expect(input).toHaveValue('oil')
  act(() => app.unmount())
})

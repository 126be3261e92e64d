import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { asOwner } from '@/test/admin'
import { contentServer, derivation } from '@/test/look'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

const accent = () => screen.findByRole('textbox', { name: 'Accent' })

asOwner(() => import('./document-page'))

describe('the colours', () => {
  it('show those that follow from them, once typing pauses', async () => {
    contentServer()
    const asked = derivation('#ff9999', '#b04040')
    const { user } = renderApp('/admin/look/theme')
    expect(await screen.findByRole('heading', { name: 'Everything can be read' })).toBeVisible()
    const derived = within(screen.getByRole('region', { name: 'All colours that follow' }))
    expect(derived.getByText('lotus-deep').parentElement).toHaveTextContent('#7c213c')
    await user.clear(await accent())
    await user.type(await accent(), '#224488')
    await waitFor(() => expect(derived.getByText('lotus').parentElement).toHaveTextContent('#224488'))
    expect(asked).toEqual([
      { accent: '#9b2f4f', support: '#1f5e5b', paper: '#fffbf7' },
      { accent: '#224488', support: '#1f5e5b', paper: '#fffbf7' },
    ])
    expect(screen.getByText('Accent on white: 7.2 to 1')).toBeVisible()
  })

  it('are checked before they are sent, and by the server', async () => {
    const { sent } = contentServer()
    derivation('', '')
    const { user } = renderApp('/admin/look/theme')
    await user.clear(await accent())
    await user.type(await accent(), 'red')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    expect(await screen.findByText('Enter a colour such as #9b2f4f')).toBeVisible()
    expect(sent).toEqual([])
    server.use(
      http.put(at('/api/admin/content/theme'), () =>
        problem(422, {
          code: 'request.invalid',
          errors: { 'body.accent': ['gives accent on white a contrast of 2.31:1, and 4.5:1 is needed'] },
        }),
      ),
    )
    await user.clear(await accent())
    await user.type(await accent(), '#ff9999')
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    expect(await screen.findByText(/Gives accent on white a contrast of 2.31:1/)).toBeVisible()
    expect(await accent()).toHaveFocus()
  })
})

import { screen } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { delivery, onDocumentPage, retype, save } from '@/test/document'
import { contentServer } from '@/test/look'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

onDocumentPage()

describe('a document', () => {
  it('shows what the server refuses at its field', async () => {
    contentServer()
    server.use(
      http.put(at('/api/admin/content/footer'), () =>
        problem(422, {
          code: 'request.invalid',
          message: 'Please check the highlighted fields.',
          errors: { 'body.links[1].to': ['must be a path of this shop'] },
        }),
      ),
    )
    const { user } = renderApp('/admin/look/footer')
    await retype(user, 'Everywhere')
    await user.click(save())
    await expectNotice('Please check the highlighted fields.')
    // The link was closed: an error opens it.
    const [address] = screen.getAllByRole('textbox', { name: 'Leads to' })
    expect(address).toHaveValue('/contact')
    expect(address).toHaveFocus()
    expect(screen.getByText('Must be a path of this shop')).toBeVisible()
    expect(await delivery()).toHaveValue('Everywhere')
  })
})

describe('the announcement', () => {
  it('has a beginning and an end in the time of the shop', async () => {
    const { sent } = contentServer()
    const { user } = renderApp('/admin/look/announcement')
    await user.type(await screen.findByRole('textbox', { name: /^Text/ }), 'Sale')
    await user.type(screen.getByLabelText(/^From/), '2026-12-24T18:30')
    await user.type(screen.getByLabelText(/^Until/), '2026-12-24T18:00')
    await user.click(save())
    expect(await screen.findByText('Choose a time after the beginning')).toBeVisible()
    expect(sent).toEqual([])
    await user.clear(screen.getByLabelText(/^Until/))
    await user.type(screen.getByLabelText(/^Until/), '2026-12-26T00:00')
    await user.click(save())
    await expectNotice('The draft is saved.')
    expect(sent[0]?.body).toEqual({
      body: { text: 'Sale', link: null, from: '2026-12-24T13:00:00Z', until: '2026-12-25T18:30:00Z' },
      revision: 0,
    })
  })

  it('counts its characters', async () => {
    const { sent } = contentServer()
    const { user } = renderApp('/admin/look/announcement')
    const text = await screen.findByRole('textbox', { name: /^Text/ })
    await user.click(text)
    await user.paste('x'.repeat(121))
    expect(screen.getByText(/121 of 120/)).toBeVisible()
    await user.click(save())
    expect(await screen.findByText('Use at most 120 characters')).toBeVisible()
    expect(sent).toEqual([])
  })
})

import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { confirmation, confirmNeeded, enterPassword } from '@/test/confirmation'
import { FOOTER, onDocumentPage, publish, retype } from '@/test/document'
import { contentServer } from '@/test/look'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

onDocumentPage()

describe('publishing', () => {
  it('can be put off', async () => {
    const { sent, save: keep } = contentServer()
    keep('footer', { ...FOOTER, delivery: 'Everywhere' })
    const { user } = renderApp('/admin/look/footer')
    await screen.findByText(/is not published/)
    await user.click(publish())
    await user.click(await screen.findByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([])
  })

  it('shows a draft that changed meanwhile instead', async () => {
    const { save: keep, kept } = contentServer()
    keep('footer', { ...FOOTER, delivery: 'Everywhere' })
    const { user } = renderApp('/admin/look/footer')
    await screen.findByText(/is not published/)
    await user.click(publish())
    keep('footer', { ...FOOTER, delivery: 'Nowhere' }, 'nimal@example.com')
    await user.click(await screen.findByRole('button', { name: 'Publish now' }))
    expect(await screen.findByText('This draft has changed since you opened it')).toBeVisible()
    expect(kept('footer').versions).toEqual([])
  })

  it('asks for the password where the server does', async () => {
    const { save: keep } = contentServer()
    keep('footer', { ...FOOTER, delivery: 'Everywhere' })
    const session = confirmation()
    server.use(
      http.post(at('/api/admin/content/footer/publish'), () =>
        session.isConfirmed() ? undefined : confirmNeeded(),
      ),
    )
    const { user } = renderApp('/admin/look/footer')
    await screen.findByText(/is not published/)
    await user.click(publish())
    await user.click(await screen.findByRole('button', { name: 'Publish now' }))
    await enterPassword(user)
    await expectNotice('Published. Visitors see it now.')
  })

  it('reports why the server refuses', async () => {
    const { save: keep } = contentServer()
    keep('footer', { ...FOOTER, delivery: 'Everywhere' })
    server.use(
      http.post(at('/api/admin/content/footer/publish'), () =>
        problem(422, { code: 'image.gone', message: 'A picture of this document is no longer kept.' }),
      ),
    )
    const { user } = renderApp('/admin/look/footer')
    await screen.findByText(/is not published/)
    await user.click(publish())
    await user.click(await screen.findByRole('button', { name: 'Publish now' }))
    await expectNotice('A picture of this document is no longer kept.')
  })
})

describe('the history', () => {
  it('says what to do while nothing was published', async () => {
    contentServer()
    const { user } = renderApp('/admin/look/footer')
    await user.click(await screen.findByRole('button', { name: 'History' }))
    expect(await screen.findByText('Nothing was published yet.')).toBeVisible()
  })

  it('warns that unsaved input is lost, and can be loaded again', async () => {
    const { save: keep, publish: make } = contentServer()
    keep('footer', { ...FOOTER, delivery: 'First' })
    make('footer')
    const { user } = renderApp('/admin/look/footer')
    await retype(user, 'Typed')
    server.use(
      http.get(at('/api/admin/content/footer/versions'), () => problem(503, { message: 'Not now.' }), {
        once: true,
      }),
    )
    await user.click(screen.getByRole('button', { name: 'History' }))
    expect(await screen.findByText('Not now.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await user.click(await screen.findByRole('button', { name: 'Restore version 1 into the draft' }))
    expect(await screen.findByText(/what you typed since the last save is lost/)).toBeVisible()
  })
})

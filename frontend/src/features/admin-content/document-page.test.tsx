import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { delivery, FOOTER, onDocumentPage, publish, retype, rows, save } from '@/test/document'
import { contentServer } from '@/test/look'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

onDocumentPage()

describe('a document', () => {
  it('is not sent while something is wrong, and the first mistake has the focus', async () => {
    const { sent } = contentServer()
    const { user } = renderApp('/admin/look/footer')
    const heading = await screen.findByRole('textbox', { name: /^Heading of the links/ })
    await user.clear(heading)
    await user.click(screen.getByRole('button', { name: 'Add a link' }))
    await user.click(save())
    expect(await screen.findByText('Enter: heading of the links')).toBeVisible()
    expect(heading).toHaveFocus()
    expect(screen.getByText('Enter: words')).toBeVisible()
    expect(screen.getByText('Enter an address')).toBeVisible()
    expect(sent).toEqual([])
    await user.type(heading, 'Links')
    expect(screen.queryByText('Enter: heading of the links')).toBeNull()
  })

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

  it('can be discarded, and is asked about before it is left', async () => {
    contentServer()
    const { user, router } = renderApp('/admin/look/footer')
    await retype(user, 'Everywhere')
    await user.click(screen.getByRole('link', { name: 'All of the look' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    expect(within(dialog).getByText(/Your changes to the footer have not been saved/)).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }))
    expect(router.state.location.pathname).toBe('/admin/look/footer')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(await delivery()).toHaveValue('Island-wide delivery')
    await user.click(screen.getByRole('link', { name: 'All of the look' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Look' })).toBeVisible()
  })

  it('keeps what was typed over a reload', async () => {
    contentServer()
    const first = renderApp('/admin/look/footer')
    await retype(first.user, 'Everywhere')
    first.unmount()
    renderApp('/admin/look/footer')
    expect(await delivery()).toHaveValue('Everywhere')
    expect(screen.getByText('Not saved yet')).toBeVisible()
  })

  it('can be asked for again when it could not be loaded', async () => {
    contentServer()
    server.use(http.get(at('/api/admin/content/footer'), () => problem(503, { message: 'Not now.' })))
    const { user } = renderApp('/admin/look/footer')
    expect(await screen.findByText('Not now.')).toBeVisible()
    contentServer()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await delivery()).toHaveValue('Island-wide delivery')
  })
})

describe('a draft that another editor saved meanwhile', () => {
  async function meet() {
    const content = contentServer()
    const app = renderApp('/admin/look/footer')
    await retype(app.user, 'Mine')
    content.save('footer', { ...FOOTER, delivery: 'Theirs', rights: 'Theirs too' }, 'nimal@example.com')
    await app.user.click(save())
    const notice = (await screen.findByText('This draft has changed since you opened it')).closest('section')
    return { ...content, ...app, notice: within(notice as HTMLElement) }
  }

  it('is shown beside one’s own, and nothing is lost', async () => {
    const { notice } = await meet()
    expect(notice.getByText(/nimal@example.com saved it meanwhile/)).toBeVisible()
    expect(rows(notice.getByRole('table'))).toEqual([
      ['Line about delivery', 'Mine', 'Theirs'],
      ['Line of the copyright', 'not changed by you', 'Theirs too'],
    ])
    expect(await delivery()).toHaveValue('Mine')
    expect(publish()).toBeDisabled()
  })

  it('replaces one’s own', async () => {
    const { notice, user, sent } = await meet()
    await user.click(notice.getByRole('button', { name: 'Take theirs' }))
    expect(await delivery()).toHaveValue('Theirs')
    expect(screen.queryByText('Not saved yet')).toBeNull()
    expect(sent).toHaveLength(1)
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

it('an uploaded logo is part of the draft at once', async () => {
  const { sent } = contentServer()
  const uploads: FormData[] = []
  server.use(
    http.post(at('/api/images'), async ({ request }) => {
      uploads.push(await request.formData())
      return HttpResponse.json({ url: '/images/1-logo.webp' }, { status: 201 })
    }),
  )
  const { user } = renderApp('/admin/look/identity')
  const input = await screen.findByLabelText(/^Logo: Choose a picture|^Logo/, { selector: 'input' })
  await user.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }))
  await user.click(await screen.findByRole('button', { name: 'Remove: Logo' }).then(() => save()))
  await expectNotice('The draft is saved.')
  expect(uploads[0]?.get('purpose')).toBe('content')
  expect(sent[0]?.body.body).toMatchObject({ logo: '/images/1-logo.webp', favicon: null })
  await user.click(screen.getByRole('button', { name: 'Remove: Logo' }))
  await user.click(save())
  await waitFor(() => expect(sent[1]?.body.body).toMatchObject({ logo: null }))
})

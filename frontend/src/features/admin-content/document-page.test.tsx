import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endSession } from '@/api/session'
import { signInAdmin } from '@/test/admin'
import { contentServer, DEFAULTS } from '@/test/look'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

type User = ReturnType<typeof renderApp>['user']

const FOOTER = DEFAULTS.footer
const delivery = () => screen.findByRole('textbox', { name: /^Line about delivery/ })
const save = () => screen.getByRole('button', { name: 'Save draft' })
const publish = () => screen.getByRole('button', { name: 'Publish...' })

async function retype(user: User, text: string) {
  const field = await delivery()
  await user.clear(field)
  if (text !== '') await user.type(field, text)
}

/** The rows of a table as texts. */
const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))

beforeAll(
  () =>
    Promise.all([
      import('@/app/admin/admin-layout'),
      import('@/app/admin/admin-more-pages'),
      import('./document-page'),
    ]),
  60_000,
)

beforeEach(() => {
  endSession('logout')
  signInAdmin()
})

describe('a document', () => {
  it('is saved as a draft, which is not published with it', async () => {
    const { sent, kept } = contentServer()
    const { user } = renderApp('/admin/look/footer')
    await retype(user, 'Everywhere')
    expect(screen.getByText('Not saved yet')).toBeVisible()
    await user.click(save())
    await expectNotice('The draft is saved.')
    expect(sent).toEqual([
      { call: 'save', doc: 'footer', body: { body: { ...FOOTER, delivery: 'Everywhere' }, revision: 0 } },
    ])
    expect(kept('footer').versions).toEqual([])
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull())
    expect(
      screen.getByText(/The draft of 20 Nov 2026, 12:00 PM by ama@example.com is not published/),
    ).toBeVisible()
  })

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
    // The link was closed: a fault opens it.
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

  it('is merged with one’s own changes', async () => {
    const { notice, user, kept } = await meet()
    await user.click(notice.getByRole('button', { name: 'Keep mine' }))
    await expectNotice('The draft is saved.')
    expect(kept('footer').draft).toEqual({ ...FOOTER, delivery: 'Mine', rights: 'Theirs too' })
    expect(screen.queryByText('This draft has changed since you opened it')).toBeNull()
  })

  it('replaces one’s own', async () => {
    const { notice, user, sent } = await meet()
    await user.click(notice.getByRole('button', { name: 'Take theirs' }))
    expect(await delivery()).toHaveValue('Theirs')
    expect(screen.queryByText('Not saved yet')).toBeNull()
    expect(sent).toHaveLength(1)
  })
})

describe('publishing', () => {
  it('saves first, lists the changes in words, and asks', async () => {
    const { sent } = contentServer()
    const { user } = renderApp('/admin/look/footer')
    await retype(user, 'Everywhere')
    await user.click(publish())
    const dialog = await screen.findByRole('dialog', { name: 'Publish: Footer' })
    expect(
      within(dialog).getByText('This is the first version. Visitors see 1 change at once:'),
    ).toBeVisible()
    expect(rows(within(dialog).getByRole('table'))).toEqual([
      ['Line about delivery', 'Island-wide delivery', 'Everywhere'],
    ])
    expect(sent.map(({ call }) => call)).toEqual(['save'])
    await user.click(within(dialog).getByRole('button', { name: 'Publish now' }))
    await expectNotice('Published. Visitors see it now.')
    expect(sent.at(-1)).toEqual({ call: '/publish', doc: 'footer', body: { revision: 1 } })
    expect(await screen.findByText(/Visitors see version 1, published 20 Nov 2026, 12:00 PM/)).toBeVisible()
    expect(publish()).toBeDisabled()
  })

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

  it('compares versions with the draft, and restores one into it', async () => {
    const { save: keep, publish: make, sent, kept } = contentServer()
    keep('footer', { ...FOOTER, delivery: 'First' })
    make('footer')
    keep('footer', { ...FOOTER, delivery: 'Second' })
    make('footer', null)
    const { user } = renderApp('/admin/look/footer')
    await user.click(await screen.findByRole('button', { name: 'History' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'History: Footer' }))
    const [newest, oldest] = await dialog.findAllByRole('listitem')
    expect(newest).toHaveTextContent('Version 2 · visitors see it now')
    expect(newest).toHaveTextContent('by the operator of the server')
    expect(oldest).toHaveTextContent('20 Nov 2026, 12:00 PM by ama@example.com')
    await user.click(dialog.getByRole('button', { name: 'Compare version 2 with the draft' }))
    expect(dialog.getByText('The draft is the same as this version.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Compare version 1 with the draft' }))
    expect(rows(dialog.getByRole('table'))).toEqual([['Line about delivery', 'First', 'Second']])
    await user.click(dialog.getByRole('button', { name: 'Restore version 1 into the draft' }))
    const asking = within(await screen.findByRole('alertdialog', { name: 'Restore this version?' }))
    await user.click(asking.getByRole('button', { name: 'Restore' }))
    await expectNotice('The version is the draft now. Publish it to show it.')
    expect(sent).toEqual([{ call: '/restore', doc: 'footer', body: { version: 1, revision: 2 } }])
    expect(kept('footer').versions).toHaveLength(2)
    expect(await delivery()).toHaveValue('First')
    expect(publish()).toBeEnabled()
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

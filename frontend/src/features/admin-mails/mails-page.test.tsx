import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { asOwner } from '@/test/admin'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'

const MAILS = [
  { kind: 'placed', to: 'customer', subject: 'Thank you for your order' },
  { kind: 'order', to: 'shop', subject: 'New order' },
]

/** A mail with the asked language in its subject. */
const inLanguage = (request: Request) => {
  const language = new URL(request.url).searchParams.get('language')
  return (mail: (typeof MAILS)[number]) => ({
    ...mail,
    subject: language === 'en' ? mail.subject : `${mail.subject} (${language})`,
  })
}

function mails() {
  server.use(
    http.get(at('/api/admin/mails'), ({ request }) => HttpResponse.json(MAILS.map(inLanguage(request)))),
    http.get(at('/api/admin/mails/:kind'), ({ params, request }) => {
      const mail = MAILS.map(inLanguage(request)).find((one) => one.kind === params.kind)
      const html = `<!doctype html><body><p style="color: red">HTML of ${params.kind}</p></body>`
      return HttpResponse.json({ ...mail, text: `Text of ${params.kind}`, html })
    }),
  )
}

asOwner()

describe('the mails of the shop', () => {
  it('that did not arrive are listed with the reason', async () => {
    mails()
    server.use(
      http.get(at('/api/admin/outbox'), () =>
        HttpResponse.json([
          {
            mailId: 7,
            kind: 'placed',
            to: 'nimali@example.com',
            orderId: 'ARA-7K3M-Q9TX',
            state: 'refused',
            answer: '550 no such user',
            queuedAt: '2026-11-20T06:30:00Z',
          },
        ]),
      ),
    )
    renderApp('/admin/mails')
    const list = within(await screen.findByRole('region', { name: 'Not delivered' }))
    expect(list.getByText('nimali@example.com')).toBeVisible()
    expect(list.getByText('The mail server refused it: 550 no such user')).toBeVisible()
    expect(list.getByRole('link', { name: 'Order ARA-7K3M-Q9TX' })).toBeVisible()
  })

  it('are chosen from the list, and named in the address', async () => {
    mails()
    const { user, router } = renderApp('/admin/mails')
    await user.click(await screen.findByRole('button', { name: /New order/ }))
    expect(await screen.findByTitle('Mail: New order')).toBeVisible()
    expect(router.state.location.search).toBe('?kind=order')
  })

  it('are shown in the language that is chosen, and stay in it for other mails', async () => {
    mails()
    const { user, router } = renderApp('/admin/mails')
    await screen.findByTitle('Mail: Thank you for your order')
    await user.selectOptions(screen.getByLabelText('Language'), 'தமிழ் (Tamil)')
    expect(await screen.findByTitle('Mail: Thank you for your order (ta)')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /New order \(ta\)/ }))
    expect(await screen.findByTitle('Mail: New order (ta)')).toBeVisible()
    expect(router.state.location.search).toBe('?kind=order&language=ta')
  })

  it('are in English when the address names no language of mails', async () => {
    mails()
    renderApp('/admin/mails?language=fr')
    expect(await screen.findByTitle('Mail: Thank you for your order')).toBeVisible()
    expect(screen.getByLabelText('Language')).toHaveValue('en')
  })
})

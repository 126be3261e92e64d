import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { ReceivedMessage } from '@/api/types'
import { asOwner, listAnswer } from '@/test/admin'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, NOTHING_WAITS, problem, server } from '@/test/server'

const messageOf = (message: Partial<ReceivedMessage>): ReceivedMessage => ({
  id: 7,
  name: 'Nimal Perera',
  email: 'nimal@example.com',
  message: 'Do you deliver to Jaffna?\nI need it by Friday.',
  sentAt: '2026-11-20T06:30:00Z',
  state: 'open',
  doneAt: null,
  doneBy: null,
  ...message,
})

/** A server that keeps these messages and their states. */
function inbox(...messages: ReceivedMessage[]) {
  let kept = messages
  server.use(
    http.get(at('/api/admin/messages'), ({ request }) => {
      const state = new URL(request.url).searchParams.get('state')
      return listAnswer(kept.filter((message) => message.state === state))
    }),
    http.put(at('/api/admin/messages/:id'), async ({ params, request }) => {
      const { state } = (await request.json()) as Pick<ReceivedMessage, 'state'>
      const isDone = state === 'done'
      const change: Partial<ReceivedMessage> = {
        state,
        doneAt: isDone ? '2026-11-21T06:30:00Z' : null,
        doneBy: isDone ? 'ama@example.com' : null,
      }
      kept = kept.map((message) => (String(message.id) === params.id ? { ...message, ...change } : message))
      const answer = kept.find(({ id }) => String(id) === params.id)
      return answer ? HttpResponse.json(answer) : problem(404, { code: 'message.not_found' })
    }),
    http.get(at('/api/admin/waiting'), () =>
      HttpResponse.json({
        ...NOTHING_WAITS,
        messages: kept.filter(({ state }) => state === 'open').length,
      }),
    ),
  )
}

const chip = (name: string) => screen.getByRole('button', { name })
const open = async (name: string) => within(await screen.findByRole('dialog', { name }))

asOwner()

describe('Messages', () => {
  it('say that one is not in the list', async () => {
    inbox(messageOf({}))
    renderApp('/admin/messages?view=99')
    const dialog = await open('Message')
    expect(await dialog.findByText(/^This message is not in this list/)).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Done' })).toBeNull()
  })

  it('stay as they are when the change fails', async () => {
    inbox(messageOf({}))
    server.use(
      http.put(at('/api/admin/messages/:id'), () => problem(503, { message: 'Please try again later.' })),
    )
    const { user } = renderApp('/admin/messages?view=7')
    const dialog = await open('Message of Nimal Perera')
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    await expectNotice('Please try again later.')
    expect(dialog.getByRole('button', { name: 'Done' })).toBeEnabled()
  })

  it('explain what they are where none is there', async () => {
    inbox()
    const { user } = renderApp('/admin/messages')
    expect(await screen.findByText(/^What visitors write on the contact page comes here\./)).toBeVisible()
    await user.click(chip('Done'))
    expect(await screen.findByText(/^Messages that you mark as done are kept here/)).toBeVisible()
  })
})

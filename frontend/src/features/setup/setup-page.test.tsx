import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { endSession, sessionToken } from '@/api/session'
import { shop } from '@/test/dashboard'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

// jsdom has no canvas.
vi.mock('react-chartjs-2', () => ({ Pie: () => null, Line: () => null }))

const EMAIL = 'owner@kiri.example'
const PATH = '/setup#token=t-1'

/** A shop that waits for its set-up, which `answer` answers. Returns what was sent. */
function waiting(answer: () => Response) {
  const sent: unknown[] = []
  shop()
  server.use(
    http.get(at('/api/setup'), () => HttpResponse.json({ open: true })),
    http.get(at('/api/users/userdetail'), () =>
      HttpResponse.json({ type: 'admin', name: 'Ayesha Silva', email: EMAIL, profilePicture: '' }),
    ),
    http.post(at('/api/setup'), async ({ request }) => {
      sent.push(await request.json())
      return answer()
    }),
  )
  return sent
}

const lines = (...values: object[]) =>
  new HttpResponse(values.map((value) => `${JSON.stringify(value)}\n`).join(''), {
    headers: { 'Content-Type': 'application/x-ndjson' },
  })
const refusal = (status: number, code: string, message: string) => ({
  status,
  code,
  message,
  title: '',
  detail: '',
})

beforeAll(() => Promise.all([import('./setup-page'), import('@/app/admin/admin-layout')]), 60_000)

beforeEach(() => {
  endSession('logout')
  server.use(http.get(at('/api/users/google/config'), () => problem(404)))
})

async function fill(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText('First Name'), 'Ayesha')
  await user.type(screen.getByLabelText('Last Name'), 'Silva')
  await user.type(screen.getByLabelText('Email'), EMAIL)
  await user.type(screen.getByLabelText('Password'), 'temple flowers')
  await user.type(screen.getByLabelText('Name of your shop'), 'Kiri Cosmetics')
}

const send = () => screen.getByRole('button', { name: 'Set up my shop' })

it('shows progress while the shop is set up', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      stream.enqueue(new TextEncoder().encode('{"step":"products","done":3,"of":40}\n{"step":"pro'))
      await held
      stream.close()
    },
  })
  waiting(() => new HttpResponse(body))
  const { user } = renderApp(PATH)
  await fill(user)
  await user.click(send())
  expect(await screen.findByText('3 of 40')).toBeVisible()
  expect(screen.getByText('Adding products…')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Set-up' })).toHaveAttribute('value', '0.075')
  release()
  expect(await screen.findByRole('alert')).toHaveTextContent('The connection was lost.')
  expect(screen.getByLabelText('First Name')).toHaveValue('Ayesha')
})

it('shows what is wrong with the fields', async () => {
  const errors = {
    'owner.password': ['is one of the most common passwords'],
    shopName: ['must have at most 60 characters'],
  }
  waiting(() => problem(422, { code: 'request.invalid', errors }))
  const { user } = renderApp(PATH)
  await fill(user)
  await user.click(send())
  expect(await screen.findByText('Password is one of the most common passwords')).toBeVisible()
  expect(screen.getByText('Shop name must have at most 60 characters')).toBeVisible()
  expect(screen.getByLabelText('Password')).toHaveFocus()
})

it('shows a taken address at its field', async () => {
  waiting(() => lines({ step: 'shop', done: 0, of: 1 }, refusal(409, 'user.email_taken', 'Taken.')))
  const { user } = renderApp(PATH)
  await fill(user)
  await user.click(send())
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/Taken\./))
  expect(sessionToken()).toBeNull()
})

it('says that a newer start printed another link', async () => {
  waiting(() => problem(403, { code: 'setup.link_invalid' }))
  const { user } = renderApp(PATH)
  await fill(user)
  await user.click(send())
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is not valid any more')
})

it('leads to the login where the shop was set up meanwhile without a session', async () => {
  waiting(() => lines(refusal(503, 'setup.no_session', 'Your shop is ready. Please log in.')))
  const { user, router } = renderApp(PATH)
  await fill(user)
  await user.click(send())
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

it('asks for the whole link where the token is missing', async () => {
  waiting(() => lines())
  renderApp('/setup')
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is not complete.')
})

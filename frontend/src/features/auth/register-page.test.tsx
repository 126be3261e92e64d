import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:picture')
  URL.revokeObjectURL = vi.fn()
  server.use(http.get(at('/api/users/google/config'), () => problem(404)))
})

type User = ReturnType<typeof renderApp>['user']
async function fill(user: User) {
  await user.type(await screen.findByLabelText('First Name'), 'Nimal')
  await user.type(screen.getByLabelText('Last Name'), 'Perera')
  await user.type(screen.getByLabelText('Email'), 'nimal@example.com')
  await user.type(screen.getByLabelText('Password'), 'a long password')
}
const create = async (user: User) => user.click(screen.getByRole('button', { name: 'Create Account' }))
const picture = () => new File(['x'], 'me.png', { type: 'image/png' })

function takesRegistrations() {
  const bodies: unknown[] = []
  server.use(
    http.post(at('/api/users'), async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ message: 'Your account was created. Please log in.' }, { status: 201 })
    }),
  )
  return bodies
}

describe('the registration', () => {
  it('creates the account, shows the message and goes to the login a second later', async () => {
    const bodies = takesRegistrations()
    const waits = vi.spyOn(window, 'setTimeout')
    const { user, router } = renderApp('/register')
    await fill(user)
    await create(user)
    await expectNotice('Your account was created. Please log in.')
    // On a busy machine the second may have passed already: check the requested delay.
    expect(waits.mock.calls.map(([, ms]) => ms)).toContain(1000)
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(await screen.findByLabelText('Email')).toHaveValue('nimal@example.com')
    expect(bodies).toEqual([
      { firstName: 'Nimal', lastName: 'Perera', email: 'nimal@example.com', password: 'a long password' },
    ])
  })

  it('stops when the picture cannot be stored; sends it once only', async () => {
    const bodies = takesRegistrations()
    server.use(http.post(at('/api/images'), () => problem(503)))
    const { user } = renderApp('/register')
    await fill(user)
    await user.upload(screen.getByLabelText(/Profile Picture/), picture())
    await create(user)
    await expectNotice('Profile picture upload failed.')
    expect(bodies).toEqual([])

    let uploads = 0
    server.use(
      http.post(at('/api/images'), () => {
        uploads += 1
        return HttpResponse.json({ url: '/images/1-me.webp' }, { status: 201 })
      }),
      http.post(at('/api/users'), () => problem(500), { once: true }),
    )
    await create(user)
    await expectNotice('Failed to Register')
    await create(user)
    await expectNotice('Your account was created. Please log in.')
    expect(uploads).toBe(1)
    expect(bodies[0]).toMatchObject({ profilePicture: '/images/1-me.webp' })
  })
})

// A session that has to be confirmed by the password before dangerous steps.
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { at, problem, server } from './server'

/** The refusal of a step in a session that is not confirmed. */
export const confirmNeeded = () =>
  problem(403, { code: 'auth.confirm_needed', message: 'Please confirm your password first.' })

/** Answers the confirmation. `isConfirmed` tells whether the session is confirmed. */
export function confirmation(password = 'a long password') {
  const sent: unknown[] = []
  let confirmed = false
  server.use(
    http.post(at('/api/users/confirm'), async ({ request }) => {
      const body = (await request.json()) as { password: string }
      sent.push(body)
      if (body.password !== password)
        return problem(403, { code: 'auth.wrong_password', message: 'The password is wrong.' })
      confirmed = true
      return HttpResponse.json({ until: '2026-11-20T07:00:00Z' })
    }),
  )
  return { sent, isConfirmed: () => confirmed }
}

/** Enters the password in the dialog that asks for it. */
export async function enterPassword(user: UserEvent, password = 'a long password') {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  const field = dialog.getByLabelText('Your password')
  await user.clear(field)
  await user.type(field, password)
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  return dialog
}

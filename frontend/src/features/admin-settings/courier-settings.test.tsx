import { screen } from '@testing-library/react'
import { http } from 'msw'
import { expect, it } from 'vitest'
import { asOwner } from '@/test/admin'
import { confirmation, confirmNeeded, enterPassword } from '@/test/confirmation'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'
import { SAVED, save, settingsServer } from '@/test/settings'

asOwner()

it('saves other addresses of couriers once the password was confirmed', async () => {
  const { saved } = settingsServer()
  const session = confirmation()
  server.use(
    http.put(at('/api/admin/settings/delivery'), () => (session.isConfirmed() ? undefined : confirmNeeded())),
  )
  const { user } = renderApp('/admin/settings/delivery')
  await user.click(await screen.findByRole('button', { name: 'Add a courier' }))
  await user.type(screen.getByLabelText('Courier'), 'Domex')
  await user.type(screen.getByLabelText('Tracking page'), 'https://domex.example/{{number}')
  await user.click(save())
  await enterPassword(user)
  await expectNotice(SAVED)
  expect(saved).toHaveLength(1)
  expect(saved[0]?.body).toMatchObject({
    couriers: [{ name: 'Domex', trackingUrl: 'https://domex.example/{number}' }],
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginSession, endSession } from '@/api/session'
import { address, addressBook, OFFICE } from '@/test/addresses'
import { expectNotice } from '@/test/notices'
import { renderApp } from '@/test/render-app'
import { at, problem, server } from '@/test/server'
import { fakeToken } from '@/test/tokens'

const ME = {
  type: 'customer',
  name: 'Nimal Perera',
  firstName: 'Nimal',
  lastName: 'Perera',
  email: 'nimal@example.com',
  emailVerified: true,
  profilePicture: '',
}

beforeEach(() => {
  endSession('logout')
  beginSession(fakeToken())
  server.use(http.get(at('/api/users/userdetail'), () => HttpResponse.json(ME)))
})

type User = ReturnType<typeof renderApp>['user']

const book = async () => within(await screen.findByRole('region', { name: 'Addresses' }))
const form = async () => within(await screen.findByRole('dialog'))

async function fillIn(user: User) {
  const fields = await form()
  await user.type(fields.getByLabelText(/^Label/), 'Home')
  await user.type(fields.getByLabelText('Phone Number'), '077 123 4567')
  await user.type(fields.getByLabelText('House and street'), '12 Temple Road')
  await user.type(fields.getByLabelText('City'), 'Peradeniya')
  await fields.findByRole('option', { name: 'Kandy' })
  await user.selectOptions(fields.getByLabelText('District'), 'Kandy')
  return fields
}

describe('the address book', () => {
  it('reports a list that cannot be read, and retries', async () => {
    server.use(http.get(at('/api/users/addresses'), () => problem(500)))
    const { user } = renderApp('/user')
    const section = await book()
    const retry = await section.findByRole('button', { name: 'Try again' })
    addressBook([address()])
    await user.click(retry)
    expect(await section.findByText('12 Temple Road, Peradeniya, Kandy, 20400')).toBeVisible()
  })

  it('requires the parts, and shows what the server refuses on its field', async () => {
    addressBook()
    server.use(
      http.post(at('/api/users/addresses'), () =>
        problem(422, { message: 'Please check the address.', errors: { city: ['is too odd'] } }),
      ),
    )
    const { user } = renderApp('/user')
    await user.click(await (await book()).findByRole('button', { name: 'Add an address' }))
    const fields = await form()
    await user.type(fields.getByLabelText(/^Postal code/), '12')
    await user.click(fields.getByRole('button', { name: 'Save address' }))
    expect(await fields.findByText('House and street are required')).toBeVisible()
    expect(fields.getByText('City is required')).toBeVisible()
    expect(fields.getByText('Please choose the district')).toBeVisible()
    expect(fields.getByText('A postal code has 5 digits')).toBeVisible()
    await user.clear(fields.getByLabelText(/^Postal code/))
    await fillIn(user)
    await user.click(fields.getByRole('button', { name: 'Save address' }))
    await expectNotice('Please check the address.')
    expect(await fields.findByText('City is too odd')).toBeVisible()
  })

  it('edits an address, and drops what was typed on Cancel', async () => {
    const calls = addressBook([address(), OFFICE])
    const { user } = renderApp('/user')
    const section = await book()
    await user.click(await section.findByRole('button', { name: 'Edit Office' }))
    const fields = await form()
    await user.clear(fields.getByLabelText('City'))
    await user.type(fields.getByLabelText('City'), 'Nugegoda')
    await user.click(fields.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).toEqual([])
    await user.click(section.getByRole('button', { name: 'Edit Office' }))
    const again = await form()
    expect(again.getByLabelText('City')).toHaveValue('Colombo 07')
    await waitFor(() => expect(again.getByLabelText('District')).toHaveValue('Colombo'))
    await user.click(again.getByLabelText('Use as my default address'))
    await user.click(again.getByRole('button', { name: 'Save address' }))
    await expectNotice('Address saved successfully!')
    expect(calls[0]).toMatchObject({
      method: 'PUT',
      id: 'a2',
      body: { isDefault: true, line1: '27 Ward Place' },
    })
  })

  it('sets another default with the whole address', async () => {
    const calls = addressBook([address(), OFFICE])
    const { user } = renderApp('/user')
    const section = await book()
    expect(await section.findAllByRole('button', { name: /as default$/ })).toHaveLength(1)
    await user.click(section.getByRole('button', { name: 'Set Office as default' }))
    await expectNotice('Office is your default address now.')
    expect(calls[0]?.body).toMatchObject({ label: 'Office', district: 'Colombo', isDefault: true })
    expect(await section.findByRole('button', { name: 'Set Home as default' })).toBeVisible()
  })

  it('reads the list again when an address is gone', async () => {
    addressBook([address(), OFFICE])
    const { user } = renderApp('/user')
    const section = await book()
    const button = await section.findByRole('button', { name: 'Set Office as default' })
    server.use(
      http.put(at('/api/users/addresses/:id'), () =>
        problem(404, { code: 'address.not_found', message: 'You have no address with this id.' }),
      ),
      http.get(at('/api/users/addresses'), () => HttpResponse.json([address()])),
    )
    await user.click(button)
    await expectNotice('You have no address with this id.')
    await waitFor(() => expect(section.queryByText('Office')).toBeNull())
  })

  it('says when it is full', async () => {
    addressBook(
      Array.from({ length: 20 }, (_, place) => address({ addressId: `a${place}`, isDefault: place === 0 })),
    )
    renderApp('/user')
    const section = await book()
    expect(await section.findByText(/^You have 20 addresses, the most that we keep/)).toBeVisible()
    expect(section.queryByRole('button', { name: 'Add an address' })).toBeNull()
  })
})

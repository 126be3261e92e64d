// An address book as the server keeps it.
import { HttpResponse, http } from 'msw'
import type { Address, AddressRequest } from '@/api/types'
import { at, problem, server } from '@/test/server'

export const address = (fields: Partial<Address> = {}): Address => ({
  addressId: 'a1',
  label: 'Home',
  name: 'Nimal Perera',
  phone: '077 123 4567',
  line1: '12 Temple Road',
  line2: null,
  city: 'Peradeniya',
  district: 'Kandy',
  postalCode: '20400',
  isDefault: true,
  ...fields,
})

export const OFFICE = address({
  addressId: 'a2',
  label: 'Office',
  line1: '27 Ward Place',
  city: 'Colombo 07',
  district: 'Colombo',
  postalCode: null,
  isDefault: false,
})

type Call = { method: string; id: string | undefined; body?: AddressRequest }

const own = (body: AddressRequest, addressId: string): Address =>
  address({ label: null, line2: null, postalCode: null, ...(body as Partial<Address>), addressId })

/** Answers the calls of an address book that begins with `kept`, and records its changes. */
export function addressBook(kept: Address[] = []) {
  let book = kept
  const calls: Call[] = []
  const withDefault = (saved: Address) =>
    saved.isDefault ? book.map((other) => ({ ...other, isDefault: false })) : book
  server.use(
    http.get(at('/api/users/addresses'), () => HttpResponse.json(book)),
    http.post(at('/api/users/addresses'), async ({ request }) => {
      const body = (await request.json()) as AddressRequest
      calls.push({ method: 'POST', id: undefined, body })
      const saved = own(
        { ...body, isDefault: body.isDefault === true || book.length === 0 },
        `n${calls.length}`,
      )
      book = [...withDefault(saved), saved]
      return HttpResponse.json({ message: 'Address saved successfully!', address: saved }, { status: 201 })
    }),
    http.put(at('/api/users/addresses/:id'), async ({ request, params }) => {
      const body = (await request.json()) as AddressRequest
      const id = String(params.id)
      calls.push({ method: 'PUT', id, body })
      if (!book.some(({ addressId }) => addressId === id)) return problem(404, { code: 'address.not_found' })
      const saved = own(body, id)
      book = withDefault(saved).map((other) => (other.addressId === id ? saved : other))
      return HttpResponse.json({ message: 'Address saved successfully!', address: saved })
    }),
    http.delete(at('/api/users/addresses/:id'), ({ params }) => {
      const id = String(params.id)
      calls.push({ method: 'DELETE', id })
      book = book.filter(({ addressId }) => addressId !== id)
      return HttpResponse.json({ message: 'Address deleted successfully!' })
    }),
  )
  return calls
}

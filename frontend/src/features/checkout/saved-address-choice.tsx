import { useState } from 'react'
import type { Address } from '@/api/types'
import { AddressText } from '@/features/addresses/address-text'
import { Button } from '@/ui/button'
import { Choice, Choices } from '@/ui/choice'
import { TYPED } from './chosen-address'

/** More addresses than these are behind a button. */
const SHOWN = 3

/** The customer's saved addresses, and another one. */
export function SavedAddressChoice({
  addresses,
  chosen,
  onChoose,
}: {
  addresses: readonly Address[]
  /** null: another address. */
  chosen: Address | null
  onChoose: (addressId: string) => void
}) {
  const [all, setAll] = useState(false)
  const first = addresses.filter((address, place) => place < SHOWN || address === chosen)
  const shown = all ? addresses : first
  return (
    <>
      <Choices legend="Deliver to">
        {shown.map((address) => (
          <Choice
            key={address.addressId}
            name="saved-address"
            value={address.addressId}
            checked={address === chosen}
            onChoose={onChoose}
            label={<AddressText address={address} />}
          />
        ))}
        <Choice
          name="saved-address"
          value={TYPED}
          checked={chosen === null}
          onChoose={onChoose}
          label="Use another address"
        />
      </Choices>
      {shown.length < addresses.length && (
        <Button variant="quiet" size="sm" className="mt-1" onClick={() => setAll(true)}>
          Show all {addresses.length} addresses
        </Button>
      )}
    </>
  )
}

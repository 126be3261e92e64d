import type { Address } from '@/api/types'
import { Badge } from '@/ui/badge'

/** The address without its recipient, in one line, as orders show it. */
export const addressLine = ({ line1, line2, city, district, postalCode }: Address): string =>
  [line1, line2, city, district, postalCode].filter((part) => part !== null && part !== '').join(', ')

/** The name of an address in questions and buttons. */
export const addressName = ({ label, line1 }: Address): string => label ?? line1

/** Label, recipient, address and phone number. */
export function AddressText({ address }: { address: Address }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold break-words">{address.label ?? address.name}</span>
        {address.isDefault && <Badge tone="trust">Default</Badge>}
      </span>
      <span className="block break-words">
        {address.label !== null && `${address.name} · `}
        {address.phone}
      </span>
      <span className="block break-words text-cocoa">{addressLine(address)}</span>
    </>
  )
}

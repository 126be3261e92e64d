import { Leaf, type LucideIcon, PackageCheck, Truck } from 'lucide-react'
import type { ReactNode } from 'react'

function Assurance({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <Icon aria-hidden size={20} strokeWidth={1.5} className="flex-none text-lagoon" />
      {children}
    </li>
  )
}

/** What the shop promises with every product. */
export function Assurances() {
  return (
    <ul className="grid gap-3 rounded-card bg-mist px-5 py-5 text-sm">
      <Assurance icon={Truck}>Island-wide delivery</Assurance>
      <Assurance icon={PackageCheck}>Packed by hand, sealed and checked</Assurance>
      <Assurance icon={Leaf}>Chosen for honest ingredients</Assurance>
    </ul>
  )
}

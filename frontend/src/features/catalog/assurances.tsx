import { Leaf, type LucideIcon, PackageCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { TermsList } from '@/features/terms/terms-list'

function Assurance({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <Icon aria-hidden size={20} strokeWidth={1.5} className="flex-none text-lagoon" />
      {children}
    </li>
  )
}

/** What the shop promises with every product: delivery, payment, returns and care. */
export function Assurances() {
  return (
    <TermsList className="rounded-card bg-mist px-5 py-5">
      <Assurance icon={PackageCheck}>Packed by hand, sealed and checked</Assurance>
      <Assurance icon={Leaf}>Chosen for honest ingredients</Assurance>
    </TermsList>
  )
}

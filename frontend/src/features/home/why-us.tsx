import {
  Droplets,
  Flower2,
  Gift,
  Hand,
  Heart,
  Leaf,
  type LucideIcon,
  Recycle,
  ShieldCheck,
  Sparkles,
  Star,
  Sun,
  Truck,
} from 'lucide-react'
import type { HomeSection, WhyUsIcon } from '@/api/types'
import { cx } from '@/ui/cx'
import { Section } from '@/ui/section'

const ICONS: Record<WhyUsIcon, LucideIcon> = {
  flower: Flower2,
  droplets: Droplets,
  truck: Truck,
  leaf: Leaf,
  heart: Heart,
  shield: ShieldCheck,
  sparkles: Sparkles,
  gift: Gift,
  sun: Sun,
  star: Star,
  recycle: Recycle,
  hand: Hand,
}

/** Columns on wide screens, so that no row is left with a single reason, where that can be avoided. */
const COLUMNS: Record<number, string> = { 1: '', 2: 'md:grid-cols-2', 4: 'md:grid-cols-2 xl:grid-cols-4' }

/** Reasons to choose the shop. */
export function WhyUs({
  section: { heading, reasons },
}: {
  section: Extract<HomeSection, { kind: 'whyUs' }>
}) {
  return (
    <Section title={heading} tone="mist">
      <ul className={cx('grid gap-4', COLUMNS[reasons.length] ?? 'md:grid-cols-3', 'md:gap-6')}>
        {reasons.map(({ icon, title, text }, place) => {
          const Icon = ICONS[icon] ?? Flower2
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a reason has no other key
            <li key={place} className="rounded-card bg-paper p-6 sm:p-8">
              <span className="mb-5 inline-flex size-14 items-center justify-center rounded-full bg-mist text-lagoon">
                <Icon aria-hidden size={26} strokeWidth={1.5} />
              </span>
              <h3 className="mb-2 font-display text-xl">{title}</h3>
              <p className="text-cocoa">{text}</p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

import { Droplets, Flower2, type LucideIcon, Truck } from 'lucide-react'
import { Section } from '@/ui/section'

const REASONS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Flower2,
    title: 'Rooted in the island',
    text: 'Gotukola, cinnamon, coconut, frangipani: plants that have cared for skin here for centuries, made fresh in small batches.',
  },
  {
    icon: Droplets,
    title: 'Honest to the last drop',
    text: 'Every ingredient is on the label and every price is the price. What we would not use at home, we do not sell.',
  },
  {
    icon: Truck,
    title: 'At every doorstep',
    text: 'Packed by hand and delivered island-wide, from Jaffna to Matara. Questions are answered by people.',
  },
]

export function WhyChooseUs() {
  return (
    <Section title="Why Choose Us" tone="mist">
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        {REASONS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="rounded-card bg-paper p-6 sm:p-8">
            <span className="mb-5 inline-flex size-14 items-center justify-center rounded-full bg-mist text-lagoon">
              <Icon aria-hidden size={26} strokeWidth={1.5} />
            </span>
            <h3 className="mb-2 font-display text-xl">{title}</h3>
            <p className="text-cocoa">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

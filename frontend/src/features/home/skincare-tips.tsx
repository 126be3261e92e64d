import { Section } from '@/ui/section'

const TIPS: readonly { title: string; text: string }[] = [
  { title: 'Sleep 7 to 8 hours', text: 'Skin mends itself at night. No cream can stand in for rest.' },
  {
    title: 'Wear SPF 30+ every day',
    text: 'The sun is strong here in every season: apply it last, and again at noon.',
  },
  {
    title: 'Cleanse gently, twice',
    text: 'Lukewarm water and a mild cleanser, in the morning and before bed.',
  },
  { title: 'Drink plenty of water', text: 'Eight glasses a day, more when it is hot. King coconut counts.' },
  {
    title: 'Moisturise damp skin',
    text: 'Within three minutes of washing it keeps the water where it belongs.',
  },
  { title: 'Try new things on your wrist', text: 'Wait a day before a new product meets your face.' },
]

export function SkincareTips() {
  return (
    <Section title="Skincare Tips" intro="Six small habits that do more than any shelf." tone="shell">
      <ol className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {TIPS.map(({ title, text }, place) => (
          <li key={title} className="flex gap-5 border-t border-line pt-5">
            <span aria-hidden className="font-display text-4xl leading-none text-lotus tabular-nums">
              {place + 1}
            </span>
            <div>
              <h3 className="mb-1 text-lg font-semibold">{title}</h3>
              <p className="text-cocoa">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

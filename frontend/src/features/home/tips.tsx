import type { HomeSection } from '@/api/types'
import { Section } from '@/ui/section'

/** Numbered tips. */
export function Tips({
  section: { heading, intro, tips },
}: {
  section: Extract<HomeSection, { kind: 'tips' }>
}) {
  return (
    <Section title={heading} intro={intro || undefined} tone="shell">
      <ol className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {tips.map(({ title, text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tip has no other key
          <li key={place} className="flex gap-5 border-t border-line pt-5">
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

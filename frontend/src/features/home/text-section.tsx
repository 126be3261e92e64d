import type { HomeSection } from '@/api/types'
import { RichText } from '@/ui/rich-text'
import { Section } from '@/ui/section'

export function TextSection({
  section: { heading, body },
}: {
  section: Extract<HomeSection, { kind: 'text' }>
}) {
  return (
    <Section title={heading}>
      <div className="flex max-w-prose flex-col gap-3">
        <RichText doc={body} />
      </div>
    </Section>
  )
}

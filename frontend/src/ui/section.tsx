import { type ReactNode, useId } from 'react'
import { cx } from './cx'

/** The page's width and side margins. */
export function Container({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx('container-page', className)}>{children}</div>
}

const TONES = { paper: '', shell: 'bg-shell', mist: 'bg-mist', blush: 'bg-blush' } as const

type SectionProps = {
  title: string
  intro?: ReactNode
  /** Beside the title, such as a link or arrows. */
  action?: ReactNode
  tone?: keyof typeof TONES
  children: ReactNode
  className?: string
}

const ROW = 'flex flex-wrap items-end justify-between gap-4'

/** A title with its introduction, and an action at its end. */
function TitleRow({
  intro,
  action,
  className,
  children,
}: Pick<SectionProps, 'intro' | 'action' | 'className' | 'children'>) {
  return (
    <div className={className}>
      <div className="min-w-0">
        {children}
        {intro !== undefined && <p className="mt-2 max-w-prose text-cocoa">{intro}</p>}
      </div>
      {action}
    </div>
  )
}

/** A part of a page with an h2 and vertical spacing. */
export function Section({ title, intro, action, tone = 'paper', children, className }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cx('py-[calc(var(--spacing-section)/2)]', TONES[tone], className)}
    >
      <Container>
        <TitleRow intro={intro} action={action} className={`mb-6 ${ROW} sm:mb-8`}>
          <h2 id={id} className="font-display text-heading">
            {title}
          </h2>
        </TitleRow>
        {children}
      </Container>
    </section>
  )
}

/** Title row and body of an ordinary page. */
export function Page({
  title,
  intro,
  action,
  children,
}: {
  title: ReactNode
  intro?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Container className="pt-8 pb-section sm:pt-12">
      <TitleRow intro={intro} action={action} className={`mb-8 ${ROW}`}>
        <h1 className="font-display text-title">{title}</h1>
      </TitleRow>
      {children}
    </Container>
  )
}

import type { ReactNode } from 'react'
import { cx } from './cx'

const TONES = {
  neutral: 'bg-sand text-ink',
  sale: 'bg-cinnamon text-white',
  trust: 'bg-mist text-lagoon',
  yellow: 'bg-warning-wash text-warning',
  blue: 'bg-info-wash text-info',
  green: 'bg-success-wash text-success',
  red: 'bg-error-wash text-error',
  blush: 'bg-blush text-lotus-deep',
} as const

export type BadgeTone = keyof typeof TONES

/** A small label: Sale, Low stock, an order's status. Its text is complete without the colour. */
export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: BadgeTone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 sm:whitespace-nowrap rounded-tag px-2 py-0.5 text-sm font-semibold',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

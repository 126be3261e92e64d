import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { cx } from './cx'

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> & {
  icon: LucideIcon
  /** The accessible name. */
  label: string
  tone?: 'plain' | 'danger' | undefined
}

export const iconButtonClass = (tone: 'plain' | 'danger' = 'plain'): string =>
  cx(
    'tap inline-flex items-center justify-center rounded-full transition-colors disabled:cursor-not-allowed disabled:opacity-50',
    tone === 'plain' ? 'text-ink hover:not-disabled:bg-shell' : 'text-error hover:not-disabled:bg-error-wash',
  )

/** A round button with an icon, at least 44 px wide. */
export function IconButton({
  icon: Icon,
  label,
  tone,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={cx(iconButtonClass(tone), className)}>
      <Icon aria-hidden size={22} strokeWidth={1.75} />
    </button>
  )
}

import { cx } from './cx'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'onDark'
type ButtonSize = 'sm' | 'md' | 'lg'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-lotus text-white hover:not-disabled:bg-lotus-deep active:not-disabled:bg-lotus-deep',
  secondary: 'border border-control text-ink hover:not-disabled:border-ink hover:not-disabled:bg-shell',
  quiet: 'text-lotus hover:not-disabled:bg-blush hover:not-disabled:text-lotus-deep',
  danger: 'bg-error text-white hover:not-disabled:brightness-90',
  onDark: 'border border-sand/60 text-white hover:not-disabled:bg-white/10',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-4 text-sm',
  md: 'min-h-12 px-6 text-base',
  lg: 'min-h-14 px-8 text-lg',
}

export type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** Takes the full width. */
  block?: boolean | undefined
  className?: string | undefined
}

/** The classes of a button, also for links. */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  block = false,
  className,
}: ButtonLook = {}): string {
  return cx(
    'inline-flex items-center justify-center gap-2 rounded-full py-2 text-center font-semibold leading-tight',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-60',
    VARIANTS[variant],
    SIZES[size],
    block && 'w-full',
    className,
  )
}

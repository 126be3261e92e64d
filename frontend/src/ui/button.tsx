import type { ComponentPropsWithRef } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClass } from './button-class'
import { Spinner } from './spinner'

export type ButtonProps = ComponentPropsWithRef<'button'> &
  ButtonLook & {
    /** Disabled with a spinner, and with `pendingLabel` instead of the label. */
    pending?: boolean | undefined
    pendingLabel?: string | undefined
  }

export function Button({
  variant,
  size,
  block,
  className,
  pending = false,
  pendingLabel,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || pending}
      aria-busy={pending || undefined}
      className={buttonClass({ variant, size, block, className })}
    >
      {pending && <Spinner className="size-4" />}
      {pending && pendingLabel !== undefined ? pendingLabel : children}
    </button>
  )
}

/** A link of the app that looks like a button. */
export function ButtonLink({ variant, size, block, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={buttonClass({ variant, size, block, className })} />
}

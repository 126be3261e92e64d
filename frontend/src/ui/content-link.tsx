import type { ReactNode } from 'react'
import { Link } from 'react-router'

type ContentLinkProps = {
  /** A path of the shop, or an https, mailto or tel address. */
  to: string
  className?: string | undefined
  children: ReactNode
}

/** A link of the shop's content: within the app, or to another place. Any other kind of address is no link. */
export function ContentLink({ to, className, children }: ContentLinkProps) {
  if (/^(?:https|mailto|tel):/.test(to)) {
    return (
      <a href={to} rel="noopener" className={className}>
        {children}
      </a>
    )
  }
  if (!/^\/(?!\/)/.test(to)) return children
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  )
}

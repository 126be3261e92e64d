import type { ReactNode } from 'react'

/** Why something was refused, read out at once. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-input bg-error-wash px-4 py-3 font-medium text-error">
      {children}
    </p>
  )
}

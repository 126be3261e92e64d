import { type ReactNode, useId } from 'react'

/** One part of the checkout's form, with its heading. */
export function CheckoutSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="border-t border-line pt-6 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <h3 id={id} className="mb-4 font-display text-xl">
        {title}
      </h3>
      {children}
    </section>
  )
}

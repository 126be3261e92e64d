import { type ReactNode, useId } from 'react'

/** What becomes of the choice in a section: why the server refused it, and what took its place. */
export function ChoiceNotes({ error, notice }: { error: string | undefined; notice: string | null }) {
  return (
    <>
      {error !== undefined && (
        <p role="alert" className="mt-2 text-sm font-medium text-error">
          {error}
        </p>
      )}
      <p role="status" className="mt-2 text-sm text-cocoa empty:mt-0">
        {notice}
      </p>
    </>
  )
}

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

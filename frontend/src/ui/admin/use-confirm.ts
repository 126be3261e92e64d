import { useState } from 'react'

/** The thing that a dialog asks about. It is kept while the dialog closes, so that the text does not change on its way out. */
export function useAsked<Thing>() {
  const [thing, setThing] = useState<Thing | null>(null)
  const [open, setOpen] = useState(false)
  const ask = (next: Thing) => {
    setThing(next)
    setOpen(true)
  }
  return { thing, open, ask, setOpen, close: () => setOpen(false) }
}

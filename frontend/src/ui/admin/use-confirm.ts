import { useState } from 'react'

/** State of a confirmation dialog. Its subject stays while the dialog closes, so that its text does not change. */
export function useConfirm<Subject>() {
  const [subject, setSubject] = useState<Subject | null>(null)
  const [open, setOpen] = useState(false)
  const ask = (next: Subject) => {
    setSubject(next)
    setOpen(true)
  }
  return { subject, open, ask, setOpen, close: () => setOpen(false), dialog: { open, onOpenChange: setOpen } }
}

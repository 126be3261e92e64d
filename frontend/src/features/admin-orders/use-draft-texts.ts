import { useState } from 'react'
import { useSession } from '@/api/session'
import { clearDraft, loadDraft, saveDraft, type Texts } from '@/lib/draft'

/** Texts that are being typed for an order: they survive the closing of its dialog and a reload, for their author. */
export function useDraftTexts<T extends Texts>(form: string, initial: T) {
  const owner = useSession().user?.email ?? null
  const [texts, setTexts] = useState<T>(() => loadDraft(form, owner, initial) ?? initial)
  return {
    texts,
    change: (next: T) => {
      setTexts(next)
      if (JSON.stringify(next) === JSON.stringify(initial)) clearDraft(form)
      else saveDraft(form, owner, next)
    },
    /** The texts have been sent, and the form begins with these. */
    sent: (next: T = initial) => {
      clearDraft(form)
      setTexts(next)
    },
  }
}

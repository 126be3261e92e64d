import { useState } from 'react'
import { useSession } from '@/api/session'
import { clearDraft, loadDraft, saveDraft, type Texts } from '@/lib/draft'

/** Texts that are being typed for an order: they survive the closing of its dialog and a reload, for their author. */
export function useKeptTexts<T extends Texts>(form: string, begun: T) {
  const owner = useSession().user?.email ?? null
  const [texts, setTexts] = useState<T>(() => loadDraft(form, owner, begun) ?? begun)
  return {
    texts,
    change: (next: T) => {
      setTexts(next)
      if (JSON.stringify(next) === JSON.stringify(begun)) clearDraft(form)
      else saveDraft(form, owner, next)
    },
    /** The texts have been sent, and the form begins with these. */
    sent: (next: T = begun) => {
      clearDraft(form)
      setTexts(next)
    },
  }
}

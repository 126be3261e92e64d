// Notices (toasts). This part is small and loads at once; the viewport loads later.

export type ToastKind = 'success' | 'error' | 'info'
/** A notice's link: its URL, and navigation within the app. */
export type ToastLink = { label: string; to: string; go: () => void }
export type ToastNotice = { kind: ToastKind; text: string; link?: ToastLink | undefined; atMs: number }
/** Shows notices, and removes errors shown before a moment. */
type Sink = { show: (notice: ToastNotice) => void; clearErrors: (beforeMs: number) => void }

let sink: Sink | null = null
let waiting: ToastNotice[] = []
const wanted = new Set<() => void>()

function show(kind: ToastKind, text: string, link?: ToastLink): void {
  const notice = { kind, text, link, atMs: Date.now() }
  if (sink !== null) {
    sink.show(notice)
    return
  }
  waiting.push(notice)
  for (const tell of wanted) tell()
}

export const toast = {
  success: (text: string, link?: ToastLink): void => show('success', text, link),
  error: (text: string): void => show('error', text),
  info: (text: string): void => show('info', text),
  /** Removes errors shown before `beforeMs`: on a new attempt or another page. A success removes them as well. */
  clearErrors: (beforeMs = Date.now()): void => sink?.clearErrors(beforeMs),
}

/** Connects the viewport, which receives waiting and further notices. Returns the disconnect function. */
export function connectToasts(next: Sink): () => void {
  sink = next
  const due = waiting
  waiting = []
  for (const notice of due) next.show(notice)
  return () => {
    if (sink === next) sink = null
  }
}

/** Calls back when a notice waits for a viewport. */
export function onToastWanted(tell: () => void): () => void {
  wanted.add(tell)
  return () => wanted.delete(tell)
}
export const toastsWait = (): boolean => waiting.length > 0

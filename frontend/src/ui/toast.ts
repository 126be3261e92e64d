// Short notices. This part is tiny and loads at once; the viewport that shows them comes on its own, later.

export type ToastKind = 'success' | 'error' | 'info'
/** Where a notice leads: an address, and how to go there without loading the page anew. */
export type ToastLink = { label: string; to: string; go: () => void }
export type ToastNotice = { kind: ToastKind; text: string; link?: ToastLink | undefined; atMs: number }
/** What shows notices, and takes away the errors that came before a moment. */
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
  /** Another try, or another page: errors said before `beforeMs` are over. A success ends them by itself. */
  clearErrors: (beforeMs = Date.now()): void => sink?.clearErrors(beforeMs),
}

/** For the viewport: takes what waits and all that follows. Returns the undo. */
export function connectToasts(next: Sink): () => void {
  sink = next
  const due = waiting
  waiting = []
  for (const notice of due) next.show(notice)
  return () => {
    if (sink === next) sink = null
  }
}

/** For the toaster: tells when a notice waits for a viewport. */
export function onToastWanted(tell: () => void): () => void {
  wanted.add(tell)
  return () => wanted.delete(tell)
}
export const toastsWait = (): boolean => waiting.length > 0

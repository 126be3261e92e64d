// Short notices. This part is tiny and loads at once; the viewport that shows them comes on its own, later.

export type ToastKind = 'success' | 'error' | 'info'
export type ToastNotice = { kind: ToastKind; text: string }
type Sink = (notice: ToastNotice) => void

let sink: Sink | null = null
let waiting: ToastNotice[] = []
const wanted = new Set<() => void>()

function show(kind: ToastKind, text: string): void {
  if (sink !== null) {
    sink({ kind, text })
    return
  }
  waiting.push({ kind, text })
  for (const tell of wanted) tell()
}

export const toast = {
  success: (text: string): void => show('success', text),
  error: (text: string): void => show('error', text),
  info: (text: string): void => show('info', text),
}

/** For the viewport: takes what waits and all that follows. Returns the undo. */
export function connectToasts(next: Sink): () => void {
  sink = next
  const due = waiting
  waiting = []
  for (const notice of due) next(notice)
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

import { Copy } from 'lucide-react'
import { Button } from './button'
import { toast } from './toast'

/** Copies a text to the clipboard. `what` begins the notice: 'Link' gives 'Link copied.' */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(`${what} copied.`)
  } catch {
    toast.error('Copying failed. Please select the text and copy it.')
  }
}

export function CopyButton({ text, what, label = 'Copy' }: { text: string; what: string; label?: string }) {
  return (
    <Button variant="secondary" size="sm" onClick={() => void copyText(text, what)}>
      <Copy aria-hidden size={18} />
      {label}
    </Button>
  )
}

import { ImagePlus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { ControlAria } from './field'

type FileButtonProps = Partial<ControlAria> & {
  /** The accepted types. */
  accept: string
  multiple?: boolean
  disabled: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** A button that chooses pictures. The input itself is there for the keyboard and for screen readers, and not seen. */
export function FileButton({ onFiles, children, ...input }: FileButtonProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  return (
    <span className="relative inline-flex">
      <input
        {...input}
        id={id}
        type="file"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file can be chosen again after it was removed.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-control px-4 text-sm font-semibold transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink peer-disabled:opacity-60 hover:border-ink hover:bg-shell"
      >
        <ImagePlus aria-hidden size={18} />
        {children}
      </label>
    </span>
  )
}

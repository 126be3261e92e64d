import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from './cx'

type FileDropProps = {
  /** The accepted files, for screen readers. */
  label: string
  onFiles: (files: File[]) => void
  disabled?: boolean
  className?: string
  /** Must contain a control that chooses files without a mouse. */
  children: ReactNode
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** A drop zone for files, highlighted while files are over it. */
export function FileDrop({ label, onFiles, disabled = false, className, children }: FileDropProps) {
  const [over, setOver] = useState(false)
  // Moving between children fires both dragleave and dragenter.
  const depth = useRef(0)
  const enter = (by: 1 | -1) => (event: DragEvent) => {
    if (disabled || !carriesFiles(event)) return
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  const drop = (event: DragEvent) => {
    if (!carriesFiles(event)) return
    // Also while disabled: otherwise the browser opens the file instead of the page.
    event.preventDefault()
    depth.current = 0
    setOver(false)
    if (!disabled && event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files])
  }
  return (
    <section
      aria-label={label}
      onDragEnter={enter(1)}
      onDragLeave={enter(-1)}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDrop={drop}
      className={cx(
        'rounded-input border border-dashed transition-colors',
        over ? 'border-lotus bg-blush' : 'border-control bg-white',
        className,
      )}
    >
      {children}
    </section>
  )
}

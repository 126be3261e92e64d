import { CircleAlert, FileUp } from 'lucide-react'
import { type ChangeEvent, useEffect, useId, useRef } from 'react'
import { buttonClass } from '@/ui/button-class'
import { cx } from '@/ui/cx'
import { FileDrop } from '@/ui/file-drop'

export type SheetChooserProps = {
  failure: string | null
  /** After 'another file': restores the focus. */
  returned: boolean
  onFile: (file: File) => void
}

/** Chooses a spreadsheet by button or by dropping it. */
export function SheetChooser({ failure, returned, onFile }: SheetChooserProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (returned) input.current?.focus()
  }, [returned])
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    // Allows choosing the same file again after it was corrected.
    event.target.value = ''
    if (file !== undefined) onFile(file)
  }
  return (
    <FileDrop
      label="Drop a CSV file here"
      onFiles={([file]) => file !== undefined && onFile(file)}
      className="flex flex-col items-center gap-4 px-5 py-10 text-center sm:py-14"
    >
      <span className="inline-flex size-16 items-center justify-center rounded-full bg-shell text-lotus">
        <FileUp aria-hidden size={28} strokeWidth={1.5} />
      </span>
      <p className="max-w-prose text-balance text-cocoa">
        Drop a CSV file here, or choose one. First it is only checked: nothing changes before you say so.
      </p>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        onChange={choose}
        aria-invalid={failure === null ? undefined : true}
        aria-describedby={failure === null ? undefined : `${id}-failure`}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={cx(
          buttonClass(),
          'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink',
        )}
      >
        Choose a file
      </label>
      {failure !== null && (
        <p
          id={`${id}-failure`}
          role="alert"
          className="flex max-w-prose items-start gap-2 text-start font-medium text-error"
        >
          <CircleAlert aria-hidden size={20} className="mt-0.5 flex-none" />
          {failure}
        </p>
      )}
    </FileDrop>
  )
}

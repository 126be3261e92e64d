import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { buttonClass } from '@/ui/button-class'
import { cx } from '@/ui/cx'

/** A button that chooses files; the same file can be chosen again. */
export function FileButton({
  id: givenId,
  variant = 'secondary',
  size,
  className,
  onFiles,
  children,
  ...input
}: Omit<ComponentPropsWithRef<'input'>, 'size' | 'type' | 'onChange'> & {
  variant?: 'primary' | 'secondary'
  size?: 'sm'
  onFiles: (files: File[]) => void
  children: ReactNode
}) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <>
      <input
        {...input}
        id={id}
        type="file"
        className="peer sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          onFiles(files)
        }}
      />
      <label
        htmlFor={id}
        className={cx(
          buttonClass({ variant, ...(size && { size }) }),
          'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink peer-disabled:opacity-60',
          className,
        )}
      >
        {children}
      </label>
    </>
  )
}

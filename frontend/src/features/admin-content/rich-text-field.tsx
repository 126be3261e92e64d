import { Suspense } from 'react'
import { lazyPart } from '@/ui/lazy-part'
import { Spinner } from '@/ui/spinner'
import type { RichField } from './fields'
import type { ControlProps } from './plain-controls'

// The editor is the largest part of the back-office's script.
const RichTextEditor = lazyPart(async () => (await import('./rich-text-editor')).RichTextEditor)

/** A formatted text. Its editor is loaded when it is shown. */
export function RichTextField(props: ControlProps<RichField>) {
  return (
    <Suspense fallback={<Spinner label="Loading the editor..." className="size-6 text-lotus" />}>
      <RichTextEditor {...props} />
    </Suspense>
  )
}

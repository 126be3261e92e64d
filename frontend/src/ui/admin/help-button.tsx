import { CircleQuestionMark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from '@/ui/icon-button'
import { optionalPart } from '@/ui/lazy-part'

const HelpPanel = optionalPart(async () => (await import('./help-panel')).HelpPanel)

/** Opens the handbook at the section of the present page. */
export function HelpButton() {
  const { pathname } = useLocation()
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <IconButton
        icon={CircleQuestionMark}
        label="Help for this page"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={show}
        className="flex-none text-cocoa"
      />
      {wanted && (
        <Suspense>
          <HelpPanel path={pathname} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { CategoryLinks } from './category-links'

/** The menu below the header's 'Categories'. Escape, a press outside and navigation close it. */
export function CategoryMenu() {
  const place = useRef<HTMLDivElement>(null)
  const location = useLocation()
  const opened = useRef(location)
  const fold = useCallback(() => place.current?.closest('details')?.removeAttribute('open'), [])
  useEffect(() => {
    if (opened.current !== location) fold()
    opened.current = location
  }, [location, fold])
  useEffect(() => {
    const details = place.current?.closest('details')
    if (details == null) return
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !details.contains(target)) fold()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return
      fold()
      details.querySelector('summary')?.focus()
    }
    const events = ['pointerdown', 'focusin'] as const
    for (const event of events) document.addEventListener(event, leave)
    document.addEventListener('keydown', onKey)
    return () => {
      for (const event of events) document.removeEventListener(event, leave)
      document.removeEventListener('keydown', onKey)
    }
  }, [fold])
  return (
    <div ref={place}>
      <CategoryLinks onFollow={fold} />
    </div>
  )
}

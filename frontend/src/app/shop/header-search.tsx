import { Search } from 'lucide-react'
import { type SubmitEvent, Suspense, type SyntheticEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { BoxSuggestions } from '@/features/search/box-suggestions'
import { maxLength } from '@/lib/limits'
import { KEEP_FOCUS } from '@/lib/use-route-focus'
import { asCombobox } from '@/ui/as-combobox'
import { cx } from '@/ui/cx'
import { iconButtonClass } from '@/ui/icon-button'

/** The search box of header and menu; a plain form without scripts. `onGo` is called on navigation within the app. */
export function HeaderSearch({ onGo, className }: { onGo?: () => void; className?: string }) {
  const navigate = useNavigate()
  const [used, setUsed] = useState<HTMLInputElement>()
  const search = (text: string) => {
    void navigate(`/products?q=${encodeURIComponent(text)}`)
    onGo?.()
  }
  const go = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    search(event.currentTarget.q.value.trim())
  }
  const use = (event: SyntheticEvent<HTMLInputElement>) => setUsed(event.currentTarget)
  return (
    <search className={className}>
      <form action="/products" onSubmit={go} className="relative">
        <input
          ref={asCombobox}
          onFocus={use}
          onInput={use}
          name="q"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label="Search the shop"
          placeholder="Search the shop"
          maxLength={maxLength('searchLength')}
          className="control min-h-11! rounded-full! py-1! pe-12!"
        />
        {used && (
          <Suspense>
            <BoxSuggestions input={used} onSearch={search} onGo={onGo} />
          </Suspense>
        )}
        <button type="submit" aria-label="Search" className={cx(iconButtonClass(), 'absolute end-0 top-0')}>
          <Search aria-hidden size={20} strokeWidth={1.75} />
        </button>
      </form>
    </search>
  )
}

/** In the header: the search box on wide windows, else a link to the product list's search box, which that page has itself. */
export function SearchInHeader() {
  const { pathname } = useLocation()
  return (
    <>
      <div className="ms-auto hidden max-w-72 min-w-0 flex-1 xl:block">
        {pathname !== '/products' && <HeaderSearch key={pathname} />}
      </div>
      <Link
        to="/products#search"
        state={KEEP_FOCUS}
        aria-label="Search"
        className={cx(iconButtonClass(), 'ms-auto flex-none xl:hidden')}
      >
        <Search aria-hidden size={22} strokeWidth={1.75} />
      </Link>
    </>
  )
}

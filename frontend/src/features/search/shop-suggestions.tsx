import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { productPath } from '@/lib/product-path'
import { Button } from '@/ui/button'
import type { Option } from './options'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches'
import { SearchSuggestions, type SearchSuggestionsProps } from './search-suggestions'

type ShopSuggestionsProps = Pick<SearchSuggestionsProps, 'input' | 'className'> & {
  onSearch: (text: string) => void
  /** Called when an option opens a product or another list. */
  onGo?: (() => void) | undefined
  /** The products that the page has found for a text. */
  found?: { results: RefObject<HTMLElement | null> | undefined; text: string }
}

/** The page that an option opens; null for one that searches. */
function pathOf(option: Option): string | null {
  switch (option.kind) {
    case 'product':
      return productPath(option.product.productId)
    case 'brand':
    case 'category':
      return `/products?${option.kind}=${encodeURIComponent(option.text)}`
    default:
      return null
  }
}

/** The kept searches, as they are when the box receives the focus. */
function useRecent(input: HTMLInputElement) {
  const [recent, setRecent] = useState(recentSearches)
  const remember = (text: string) => {
    rememberSearch(text)
    setRecent(recentSearches())
  }
  const forget = () => {
    forgetSearches()
    setRecent([])
  }
  useEffect(() => {
    const read = () => setRecent(recentSearches())
    const entered = input.form?.dataset.entered
    if (entered !== undefined) {
      input.form?.removeAttribute('data-entered')
      rememberSearch(entered)
      read()
    }
    input.addEventListener('focus', read)
    return () => input.removeEventListener('focus', read)
  }, [input])
  return { recent, remember, forget }
}

/** A search whose result is opened was really made. */
function useOpenedResults(
  { results, text }: Required<ShopSuggestionsProps>['found'],
  remember: (text: string) => void,
) {
  const keep = useEffectEvent(({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('article a') !== null) remember(text)
  })
  useEffect(() => {
    const section = results?.current
    const listen = (event: MouseEvent) => keep(event)
    section?.addEventListener('click', listen)
    return () => section?.removeEventListener('click', listen)
  }, [results])
}

const NOTHING_FOUND = { results: undefined, text: '' }

/** The list of the storefront's search boxes, with the recent searches of this device. */
export function ShopSuggestions({
  input,
  onSearch,
  onGo,
  found = NOTHING_FOUND,
  className,
}: ShopSuggestionsProps) {
  const navigate = useNavigate()
  const { recent, remember, forget } = useRecent(input)
  useOpenedResults(found, remember)
  const choose = (option: Option) => {
    const path = pathOf(option)
    remember(path === null ? option.text : input.value)
    if (path === null) return onSearch(option.text)
    onGo?.()
    void navigate(path)
  }
  const clear = () => {
    input.focus()
    forget()
  }
  return (
    <SearchSuggestions
      input={input}
      recent={recent}
      onChoose={choose}
      onEnter={remember}
      className={className}
      footer={
        <Button variant="quiet" size="sm" onClick={clear} className="mt-1">
          Clear recent searches
        </Button>
      }
    />
  )
}

// The sample cart of a promotion's form, and what the server says of it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderedItem, Product } from '@/api/types'
import { productQueries } from '@/features/catalog/queries'
import { useDebounced } from '@/lib/use-debounced'
import { hasErrors } from '@/ui/admin/field-errors'
import { checkPromotion, errorsOf, inputOf, tidied } from './promotion-form'
import type { PromotionValues } from './promotion-values'
import { promotionQueries } from './queries'

const PAUSE_MS = 400
/** The number of products with which the sample cart begins. */
const BEGIN_WITH = 2

export type SampleLine = { productId: string; name: string; quantity: number }

const lineOf = ({ productId, productName }: Product, quantity = 1): SampleLine => ({
  productId,
  name: productName,
  quantity,
})

/** Products that the promotion is for. */
function useFitting({ products, brands, categories }: PromotionValues, wanted: boolean): readonly Product[] {
  const [productId = ''] = products
  const [brand] = brands
  const [category] = categories
  const goods = brand !== undefined ? { brand } : category !== undefined ? { category } : {}
  const single = useQuery({
    ...productQueries.detail(productId),
    enabled: wanted && productId !== '',
  })
  const some = useQuery({
    ...productQueries.some({ limit: BEGIN_WITH, inStock: true, ...goods }),
    enabled: wanted && productId === '',
  })
  return productId !== '' && single.data ? [single.data] : (some.data ?? [])
}

/** The sample cart: one that fits the promotion, or the one that was chosen in its place. */
function useSample(values: PromotionValues) {
  const { benefit, buy, get } = values
  const [own, setOwn] = useState<SampleLine[] | null>(null)
  const fitting = useFitting(values, own === null)
  const group = benefit === 'buyGet' ? Number(buy) + Number(get) : 1
  const quantity = Number.isInteger(group) && group > 0 && group <= 200 ? group : 1
  const lines = own ?? fitting.map((product, place) => lineOf(product, place === 0 ? quantity : 1))
  return {
    lines,
    add: (product: Product) => setOwn([...lines, lineOf(product)]),
    set: (productId: string, next: number) =>
      setOwn(
        lines
          .map((line) => (line.productId === productId ? { ...line, quantity: next } : line))
          .filter((line) => line.quantity > 0),
      ),
  }
}

/** What is not typed yet has a stand-in: a name or a code changes no amount. */
const withStandIns = (values: PromotionValues): PromotionValues => ({
  ...values,
  name: values.name || 'This promotion',
  code: values.code || 'YOUR-CODE',
})

/** The price of the sample cart by what is in the form, saved or not, once both have stood still. */
export function usePreview(promotionId: string | null, values: PromotionValues) {
  const sample = useSample(values)
  const shown = tidied(withStandIns(values))
  const isComplete = !hasErrors(checkPromotion(shown))
  const orderedItems: OrderedItem[] = sample.lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const typed = JSON.stringify(
    isComplete && orderedItems.length > 0
      ? { ...(promotionId !== null && { promotionId }), promotion: inputOf(shown), orderedItems }
      : null,
  )
  const settled = useDebounced(typed, PAUSE_MS)
  const body = JSON.parse(settled)
  const { data, error, isPlaceholderData } = useQuery({
    ...promotionQueries.preview(body),
    enabled: body !== null,
  })
  const isSettled = settled === typed
  return {
    sample,
    isComplete,
    quote: body === null ? undefined : data,
    error: isSettled ? error : null,
    /** The sentences about the fields of the form. */
    errors: isSettled && isComplete && error !== null ? errorsOf(error) : {},
    stale: !isSettled || isPlaceholderData,
  }
}

export type Preview = ReturnType<typeof usePreview>

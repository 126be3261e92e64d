import type { OrderSettings } from '@/api/types'
import { TextControl } from './controls'
import { checkNumbers, type NumberValues, numbersOf, numbersUpdate, tidiedNumbers } from './orders-form'
import { useSaveOrders } from './queries'
import { SectionCard } from './section-card'
import { type SectionSpec, useSection } from './use-section'

const NUMBERS: SectionSpec<NumberValues, OrderSettings, ReturnType<typeof numbersUpdate>> = {
  id: 'order-numbers',
  valuesOf: numbersOf,
  updateOf: numbersUpdate,
  check: checkNumbers,
  tidied: tidiedNumbers,
  fields: [{ name: 'orderPrefix', label: 'Beginning of numbers', read: ({ orderPrefix }) => orderPrefix }],
}

export function useOrderNumbers(data: OrderSettings) {
  return useSection(NUMBERS, data, useSaveOrders())
}

/** The letters that the numbers of new orders begin with. */
export function OrderNumbersForm({
  form: { section, ...state },
}: {
  form: ReturnType<typeof useOrderNumbers>
}) {
  const { values, errors, edit } = section
  const { orderPrefix } = tidiedNumbers(values)
  return (
    <SectionCard
      title="Order numbers"
      intro="The letters that the numbers of new orders begin with. Orders that are placed keep their numbers, and you find them as before."
      save="Save numbers"
      state={state}
    >
      <TextControl
        label="Beginning of numbers"
        hint={`2 to 5 letters from A to Z. The next number looks like ${orderPrefix || 'ORD'}-7K3M-Q9TX.`}
        path="orderPrefix"
        maxLength={5}
        errors={errors}
        fieldClassName="max-w-xs"
        value={values.orderPrefix}
        onChange={(orderPrefix) => edit({ orderPrefix }, 'orderPrefix')}
      />
    </SectionCard>
  )
}

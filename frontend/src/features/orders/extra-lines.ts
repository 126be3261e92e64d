import type { Order } from '@/api/types'

/** Goods and their markdowns are in the lines of the items. */
const IN_ITEMS = ['goods', 'markdown']

/** What the total has besides the items: promotions, delivery and fees, where they change it. */
export const extraLines = ({ explanation }: Order): Order['explanation'] =>
  explanation.filter(({ code, amount }) => !IN_ITEMS.includes(code) && amount !== 0)

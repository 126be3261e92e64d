/** From 1 to this many units a product's stock is low (0 is out of stock). */
export const LOW_STOCK = 5

type Stocked = { stock: number }

export const isOut = ({ stock }: Stocked): boolean => stock === 0
export const isLow = ({ stock }: Stocked): boolean => stock > 0 && stock <= LOW_STOCK

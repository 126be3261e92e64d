import { least } from './limits'

type Stocked = { stock: number }

export const isOut = ({ stock }: Stocked): boolean => stock === 0
export const isLow = ({ stock }: Stocked): boolean => stock > 0 && stock <= least('lowStock')

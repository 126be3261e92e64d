// The letters and colours of slices. Colours are by position, unless a kind has a fixed one.

/** The value of a design token, for drawing on a canvas. */
export const tokenColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** The class of the colour box beside a slice's name. */
export const SLICE_CLASS = {
  'chart-1': 'bg-chart-1',
  'chart-2': 'bg-chart-2',
  'chart-3': 'bg-chart-3',
  'chart-4': 'bg-chart-4',
  'chart-5': 'bg-chart-5',
  'chart-6': 'bg-chart-6',
  warning: 'bg-warning',
  info: 'bg-info',
  success: 'bg-success',
  error: 'bg-error',
} as const

export type SliceColour = keyof typeof SLICE_CLASS

const BY_PLACE = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'] as const

/** The token of a slice's colour: its own, else that of its position (from 0). */
export const sliceColour = (own: SliceColour | undefined, place: number): SliceColour =>
  own ?? BY_PLACE[place % BY_PLACE.length] ?? 'chart-1'

/** The letter of a slice and of its row in the table: A, B, C… */
export const sliceKey = (index: number): string => String.fromCharCode(65 + index)

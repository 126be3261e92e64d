/** The letter by which a slice and its row in the table are told: A, B, C… */
export const sliceKey = (index: number): string => String.fromCharCode(65 + index)

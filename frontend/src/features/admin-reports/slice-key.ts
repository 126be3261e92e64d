/** The letter of a slice and of its row in the table: A, B, C… */
export const sliceKey = (index: number): string => String.fromCharCode(65 + index)

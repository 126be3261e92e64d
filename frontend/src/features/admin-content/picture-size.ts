// The pixels of a picture that is being chosen, and whether they are enough.
import type { PictureShape } from './fields'
import { LIMITS } from './limits'

export type Size = { width: number; height: number }

/** The size of a picture; null for a file that the browser cannot show. */
export async function sizeOf(file: File): Promise<Size | null> {
  try {
    const { width, height } = await createImageBitmap(file)
    return { width, height }
  } catch {
    return null
  }
}

/** Why a picture does not fit its place; null where it does. */
export function sizeError(shape: PictureShape, { width, height }: Size): string | null {
  if (shape !== 'square') return null
  if (width !== height) return `The icon must be square. This picture has ${width} × ${height} pixels.`
  return width < LIMITS.iconSide
    ? `The icon must have at least ${LIMITS.iconSide} × ${LIMITS.iconSide} pixels. This picture has ${width} × ${height}.`
    : null
}

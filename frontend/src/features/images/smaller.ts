/** The longest side of a picture that is sent, in pixels. */
const LONGEST = 2000
const QUALITY = 0.85

/** The sides of a picture, scaled down to the longest side; null where the picture is no larger. */
export function scaled(width: number, height: number): { width: number; height: number } | null {
  const share = LONGEST / Math.max(width, height)
  if (share >= 1) return null
  return { width: Math.round(width * share), height: Math.round(height * share) }
}

async function drawn(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const size = scaled(picture.width, picture.height)
  if (size === null) return null
  const canvas = Object.assign(document.createElement('canvas'), size)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, size.width, size.height)
  picture.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}

/**
 * A photo of a telephone as a smaller JPEG, which is sent sooner over a mobile network and is below the server's limit. Other files,
 * and those that the browser cannot read, stay as they are: the server judges them.
 */
export async function smaller(file: File): Promise<File> {
  const small = await drawn(file).catch(() => null)
  if (small === null || small.size >= file.size) return file
  return new File([small], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: small.type })
}

// Pictures that a test draws in the browser: a shop's own logo, scenes and marks, without files in the repository.
import type { Page } from '@playwright/test'

/** What `page.setInputFiles` takes. */
export type Picture = { name: string; mimeType: string; buffer: Buffer }

type Drawing = { width: number; height: number; type: 'image/png' | 'image/jpeg' } & (
  | { kind: 'flower'; petals: string; paper?: string }
  | { kind: 'scene'; from: string; to: string; petals: string; subject: 'flower' | 'bottles' }
  | { kind: 'mark'; text: string; colour: string }
)

/** Runs in the browser, so it uses nothing outside of itself. */
function draw(drawing: Drawing): string {
  const { width, height } = drawing
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('The browser has no canvas')
  const petals = (x: number, y: number, size: number, colour: string) => {
    pen.fillStyle = colour
    for (let index = -3; index <= 3; index += 1) {
      pen.save()
      pen.translate(x, y)
      pen.rotate((index * Math.PI) / 7.5)
      pen.globalAlpha = 0.78
      pen.beginPath()
      pen.moveTo(0, 0)
      pen.bezierCurveTo(size * 0.34, -size * 0.3, size * 0.24, -size * 0.8, 0, -size)
      pen.bezierCurveTo(-size * 0.24, -size * 0.8, -size * 0.34, -size * 0.3, 0, 0)
      pen.fill()
      pen.restore()
    }
  }
  const bottle = (x: number, base: number, size: number, colour: string) => {
    pen.fillStyle = colour
    pen.beginPath()
    pen.roundRect(x - size * 0.22, base - size * 0.78, size * 0.44, size * 0.78, size * 0.08)
    pen.fill()
    pen.fillStyle = 'rgb(255 255 255 / 70%)'
    pen.fillRect(x - size * 0.15, base - size * 0.5, size * 0.3, size * 0.26)
    pen.fillStyle = 'rgb(40 30 60 / 75%)'
    pen.fillRect(x - size * 0.1, base - size, size * 0.2, size * 0.22)
  }
  if (drawing.kind === 'flower') {
    if (drawing.paper !== undefined) {
      pen.fillStyle = drawing.paper
      pen.fillRect(0, 0, width, height)
    }
    petals(width / 2, height * 0.8, height * 0.66, drawing.petals)
  }
  if (drawing.kind === 'mark') {
    pen.fillStyle = drawing.colour
    pen.font = `600 ${height * 0.42}px Georgia, serif`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillText(drawing.text, width / 2, height / 2, width * 0.92)
  }
  if (drawing.kind === 'scene') {
    const shade = pen.createLinearGradient(0, 0, width, height)
    shade.addColorStop(0, drawing.from)
    shade.addColorStop(1, drawing.to)
    pen.fillStyle = shade
    pen.fillRect(0, 0, width, height)
    // The text stands at the left of wide scenes and at the top of tall ones.
    const [x, base] = width > height ? [width * 0.72, height * 0.86] : [width / 2, height * 0.92]
    const size = Math.min(width, height) * 0.62
    if (drawing.subject === 'flower') petals(x, base, size, drawing.petals)
    else
      for (const place of [-1, 0, 1])
        bottle(x + place * size * 0.55, base, size * (1 - 0.16 * Math.abs(place)), drawing.petals)
  }
  return canvas.toDataURL(drawing.type, 0.9)
}

/** Draws a picture; the page must not forbid canvases, as a blank one. */
export async function drawnPicture(page: Page, name: string, drawing: Drawing): Promise<Picture> {
  const address = await page.evaluate(draw, drawing)
  const buffer = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  return { name, mimeType: drawing.type, buffer }
}

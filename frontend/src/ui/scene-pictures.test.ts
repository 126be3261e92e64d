import { expect, it } from 'vitest'
import { tallPicture } from './scene-pictures'

it('makes the tall picture of the wide one where the owner gave that alone', () => {
  const tall = 'builtin:hero-1-tall'
  expect(tallPicture({ wide: '/images/1-wide.webp', tall })).toBe('/images/1-wide.webp')
  expect(tallPicture({ wide: 'builtin:hero-1-wide', tall })).toBe(tall)
  expect(tallPicture({ wide: '/images/1-wide.webp', tall: '/images/1-tall.webp' })).toBe(
    '/images/1-tall.webp',
  )
})

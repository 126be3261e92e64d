import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { Content } from '@/api/types'
import { productList } from '@/test/catalogue'
import { CONTENT } from '@/test/content'
import { renderApp } from '@/test/render-app'
import { at, server } from '@/test/server'

it.each<[Partial<Content['identity']>, string]>([
  [{}, 'Araliya — Cosmetics and perfumes, island-wide'],
  [{ tagline: '' }, 'Araliya'],
  [{ name: 'Nelum', tagline: 'Soap' }, 'Nelum — Soap'],
  [{ seoTitle: 'Soap of Galle' }, 'Soap of Galle'],
])('the title of the home page with %o', async (identity, title) => {
  server.use(
    productList(() => []),
    http.get(at('/api/reviews'), () => HttpResponse.json([])),
    http.get(at('/api/content'), () =>
      HttpResponse.json({ ...CONTENT, identity: { ...CONTENT.identity, ...identity } }),
    ),
  )
  renderApp('/')
  await waitFor(() => expect(document.title).toBe(title))
})

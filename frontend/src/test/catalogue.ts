import { HttpResponse, http } from 'msw'
import type { Product, ProductFacets, Review, Suggestions } from '@/api/types'
import { at } from './server'

/** The optional details of a product that has none. */
export const NO_DETAILS = { brand: null, category: null, family: null, shade: null, weightGrams: null }

/** A product as the API gives it; `number` makes its id, name and price. */
export function makeProduct(number = 1, change: Partial<Product> = {}): Product {
  const id = `ARA-${String(number).padStart(3, '0')}`
  return {
    _id: String(number),
    productId: id,
    productName: `Product ${number}`,
    altNames: [],
    images: [`/images/${id.toLowerCase()}-1.webp`],
    description: `About product ${number}.`,
    ...NO_DETAILS,
    price: 1000 * number,
    lastPrice: 1000 * number,
    stock: 20,
    totalSales: 0,
    version: 1,
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    ...change,
  }
}

export function makeReview(number = 1, change: Partial<Review> = {}): Review {
  return {
    _id: `r${number}`,
    name: `Reviewer ${number}`,
    userEmail: `re***@example.com`,
    rating: 4,
    comment: `Comment ${number}`,
    createdAt: '2026-11-02T20:00:00Z',
    updatedAt: '2026-11-02T20:00:00Z',
    mine: false,
    ...change,
  }
}

export const makeFacets = (change: Partial<ProductFacets> = {}): ProductFacets => ({
  categories: [],
  brands: [],
  price: null,
  inStock: 0,
  discounted: 0,
  total: 0,
  exact: true,
  ...change,
})

export const makeSuggestions = (change: Partial<Suggestions> = {}): Suggestions => ({
  products: [],
  brands: [],
  categories: [],
  corrected: null,
  ...change,
})

/** Answers GET /api/products/suggestions with what `answer` gives for the text. */
export const suggestions = (answer: (text: string) => Partial<Suggestions>) =>
  http.get(at('/api/products/suggestions'), ({ request }) =>
    HttpResponse.json(makeSuggestions(answer(new URL(request.url).searchParams.get('q') ?? ''))),
  )

/** Answers GET /api/products/facets. */
export const productFacets = (change: Partial<ProductFacets> = {}) =>
  http.get(at('/api/products/facets'), () => HttpResponse.json(makeFacets(change)))

/** Answers GET /api/products with what `answer` gives for its parameters. */
export const productList = (answer: (params: URLSearchParams) => Product[]) =>
  http.get(at('/api/products'), ({ request }) => {
    const rows = answer(new URL(request.url).searchParams)
    return HttpResponse.json(rows, { headers: { 'X-Total-Count': String(rows.length) } })
  })

export const oneProduct = (product: Product) =>
  http.get(at(`/api/products/${product.productId}`), () => HttpResponse.json(product))

// The call GET /api/products/suggestions in the form of the generated schema. `npm run gen:api` writes the same names into
// schema.d.ts once docs/openapi.json has the call: then this file goes, with its two imports in client.ts and types.ts.

export interface SuggestionPaths {
  '/api/products/suggestions': {
    /** Products, brands and categories for a text that is being typed. */
    get: {
      parameters: {
        query: {
          /** @description the text typed so far */
          q: string
        }
        header?: never
        path?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { 'application/json': SuggestionSchemas['Suggestions'] }
        }
      }
    }
  }
}

export interface SuggestionSchemas {
  /** @description A product as a search box shows it. */
  SuggestedProduct: {
    /** @description The address of its first picture. */
    image: string | null
    /** @description Current price. */
    lastPrice: number
    /** @description Original price. */
    price: number
    /** @description The shop's own code of the product. */
    productId: string
    /** @description Its name. */
    productName: string
  }
  /** @description What a search box offers for a text. */
  Suggestions: {
    /** @description Brands with words that begin like those of the text. */
    brands: string[]
    /** @description Categories in the same way. */
    categories: string[]
    /** @description The text that was answered; null when it is the one given. */
    corrected: string | null
    /** @description The best matches. */
    products: SuggestionSchemas['SuggestedProduct'][]
  }
}

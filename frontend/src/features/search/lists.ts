// What search boxes load on first use, in one file: each file that is loaded on demand is named in the first page's script.
export { SearchSuggestions } from './search-suggestions'
export { ShopSuggestions } from './shop-suggestions'

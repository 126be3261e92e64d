// Labels of the audit log's actions and entities.

export const ENTITIES = [
  { value: 'product', label: 'Products', one: 'Product' },
  { value: 'order', label: 'Orders', one: 'Order' },
  { value: 'user', label: 'Users', one: 'User' },
  { value: 'review', label: 'Reviews', one: 'Review' },
  { value: 'message', label: 'Messages', one: 'Message' },
  { value: 'settings', label: 'Settings', one: 'Settings' },
  { value: 'content', label: 'Published content', one: 'Published content' },
  { value: 'content_draft', label: 'Drafts of content', one: 'Draft of content' },
] as const

export const ACTIONS = [
  { value: 'create', label: 'Created' },
  { value: 'update', label: 'Updated' },
  { value: 'delete', label: 'Deleted' },
  { value: 'block', label: 'Blocked' },
  { value: 'unblock', label: 'Unblocked' },
  { value: 'promote', label: 'Made an admin' },
] as const

/** 'import_products' → 'Import products', for names without a label. */
const humanize = (word: string): string => {
  const text = word.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 'update' → 'Updated'. */
export const actionLabel = (action: string): string =>
  ACTIONS.find(({ value }) => value === action)?.label ?? humanize(action)

/** 'user' → 'User'. */
export const entityLabel = (entity: string): string =>
  ENTITIES.find(({ value }) => value === entity)?.one ?? humanize(entity)

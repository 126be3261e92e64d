// The API's types: those of its document, and the parameters of its lists. Only this file imports the generated ones.
import type { paths, ReceivedMessage } from './schema'

export type * from './schema'

type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never

export type ProductListQuery = QueryOf<'/api/products'>
export type OrderCountsQuery = QueryOf<'/api/admin/orders/counts'>
export type OrderListQuery = QueryOf<'/api/orders'>
export type AuditQuery = QueryOf<'/api/admin/audit'>
export type SlipListQuery = QueryOf<'/api/admin/slips'>
export type RefundListQuery = QueryOf<'/api/admin/refunds'>
export type MessageState = ReceivedMessage['state']
export type MessageListQuery = QueryOf<'/api/admin/messages'>
export type AttentionQuery = QueryOf<'/api/admin/attention'>

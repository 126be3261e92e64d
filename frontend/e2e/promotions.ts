// Makes the promotions of a test.
import { call, ownerToken } from './shop-api'

export type StoredPromotion = { promotionId: string; version: number; name: string }

/** An active promotion. One that is automatic must be for the test's own products. */
export async function newPromotion(fields: Record<string, unknown>): Promise<StoredPromotion> {
  const body = { active: true, ...fields }
  const answer = await call<{ promotion: StoredPromotion }>(
    'POST',
    '/admin/promotions',
    body,
    await ownerToken(),
  )
  return answer.promotion
}

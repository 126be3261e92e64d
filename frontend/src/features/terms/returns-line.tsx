import { useQuery } from '@tanstack/react-query'
import { shopTermsQuery } from '@/api/shop-terms'
import { describeReturns } from './describe-terms'

/** How returns work; nothing until it is known. */
export function ReturnsLine() {
  const { data } = useQuery(shopTermsQuery())
  if (data === undefined) return null
  return (
    <>
      <p className="mt-3 text-sm text-lagoon">Returns</p>
      <p>{describeReturns(data)}</p>
    </>
  )
}
